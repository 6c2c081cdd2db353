import type { Kysely } from 'kysely';
import { z } from '../../../contract/zod.ts';
import { DispatchOutcome, type BatchSummary } from '../../../contract/console/batch.ts';
import { ScheduledCommandRequest } from '../../../contract/command.ts';
import { KeptPlannedAs } from '../../../contract/console/dispatch.ts';
import type { Closing, Resolution } from '../../../contract/console/resolution.ts';
import { memberVerdict } from '../../../domain/batch-tally.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { settles } from '../../../domain/unknown-outcome.ts';
import { fromJson } from '../../../store/json.ts';
import type { IntentRow, Store } from '../../../store/schema/schema.ts';
import { approvalsOf } from '../approve/read-approvals.ts';
import { countAlsoCommanded, withoutCounts } from './also-commanded.ts';
import { readOverridden } from '../check/guard.ts';
import { StoredFailure } from '../send/outcome.ts';
import { closingsOf, latestResolutions } from '../resolve/read-resolution.ts';

const Items = z.array(ScheduledCommandRequest);
const Planned = z.array(KeptPlannedAs.nullable());
const Kind = z.enum(['now', 'schedule']);

/** The parts of a batch that are counted, not stored with its intent. */
interface Counted {
  verdictCounts: Record<string, number>;
  open: number;
  nextTriggerAt: number | null;
}

async function countCommands(db: Kysely<Store>, dispatchIds: readonly string[], now: number) {
  const byIntent = new Map<string, Counted>();
  const of = (id: string) => {
    const known = byIntent.get(id) ?? { verdictCounts: {}, open: 0, nextTriggerAt: null };
    byIntent.set(id, known);
    return known;
  };
  const counted = await db
    .selectFrom('sent_commands as commands')
    .where('dispatch_id', 'in', dispatchIds)
    .groupBy(['dispatch_id', 'settled', 'verdict'])
    .select((row) => ['dispatch_id', 'settled', 'verdict', row.fn.countAll<number>().as('count')])
    .execute();
  for (const { dispatch_id: id, settled, verdict, count } of counted) {
    const own = of(id);
    own.verdictCounts[verdict] = (own.verdictCounts[verdict] ?? 0) + count;
    if (settled === 0) own.open += count;
  }
  const failed = await db
    .selectFrom('sent_commands as commands')
    .innerJoin('intent_members as member', (join) =>
      join
        .onRef('member.dispatch_id', '=', 'commands.dispatch_id')
        .onRef('member.entity_id', '=', 'commands.entity_id'),
    )
    .where('commands.dispatch_id', 'in', dispatchIds)
    .where('commands.settled', '=', 1)
    .where('commands.verdict', '=', 'failed')
    .groupBy(['commands.dispatch_id', 'commands.type', 'member.type'])
    .select((row) => [
      'commands.dispatch_id',
      'commands.type',
      'member.type as entity_type',
      row.fn.countAll<number>().as('count'),
    ])
    .execute();
  for (const { dispatch_id: id, type, entity_type: entityType, count } of failed) {
    const verdict = memberVerdict('failed', type, entityType);
    const own = of(id).verdictCounts;
    own['failed'] = (own['failed'] ?? 0) - count;
    own[verdict] = (own[verdict] ?? 0) + count;
  }
  const ahead = await db
    .selectFrom('sent_commands as commands')
    .where('dispatch_id', 'in', dispatchIds)
    .where('settled', '=', 0)
    .where('trigger_at', '>', now)
    .groupBy('dispatch_id')
    .select((row) => ['dispatch_id', row.fn.min('trigger_at').as('at')])
    .execute();
  for (const { dispatch_id: id, at } of ahead) of(id).nextTriggerAt = at;
  return byIntent;
}

async function repeatsOf(db: Kysely<Store>, dispatchIds: readonly string[]) {
  const rows = await db
    .selectFrom('intents')
    .where('previous_id', 'in', dispatchIds)
    .orderBy('created_at')
    .select(['id', 'previous_id'])
    .execute();
  const byPrevious = new Map<string, string[]>();
  for (const { id, previous_id: previous } of rows) {
    if (previous !== null) byPrevious.set(previous, [...(byPrevious.get(previous) ?? []), id]);
  }
  return byPrevious;
}

function refusalOf(intent: IntentRow): BatchSummary['refusal'] {
  if (intent.outcome !== 'refused' || intent.answer === null) return null;
  return {
    status: intent.upstream_status ?? intent.answer_status ?? 0,
    errors: fromJson(StoredFailure, intent.answer).errors,
  };
}

function refusedByOf(intent: IntentRow): BatchSummary['refusedBy'] {
  if (intent.outcome !== 'refused' || intent.answer === null) return null;
  const { source } = fromJson(StoredFailure, intent.answer);
  return { source, upstreamStatus: intent.upstream_status };
}

/** A batch with Entities unaccounted for is done once they are decided, or no further check is planned. */
function isDone(outcome: DispatchOutcome, unknown: boolean, decided: Decided): boolean {
  if (!unknown) return outcome !== 'sending' && outcome !== 'waiting';
  const { closing, resolution } = decided;
  if (closing !== null || resolution === null) return closing !== null;
  const stopped = resolution.state === 'done' && resolution.nextCheckAt === null;
  return stopped || settles(resolution.verdict);
}

/** Results of checks and operators' decisions about unknown Entities. */
interface Decided {
  resolution: Resolution | null;
  closing: Closing | null;
}

/** The items of a dispatch, with their wall clocks. */
export function itemsOf(intent: IntentRow): BatchSummary['items'] {
  const planned = intent.planned === null ? [] : fromJson(Planned, intent.planned);
  return fromJson(Items, intent.items).map((item, at) => ({
    ...item,
    plannedAs: planned[at] ?? null,
  }));
}

/**
 * Summaries of intents, with the state of their Commands.
 * @param now milliseconds since the epoch
 */
export async function summariesOf(
  db: Kysely<Store>,
  intents: readonly IntentRow[],
  now: number,
): Promise<BatchSummary[]> {
  if (intents.length === 0) return [];
  const ids = intents.map((intent) => intent.id);
  const counted = await countCommands(db, ids, now);
  const alsoCommandedOf = await countAlsoCommanded(db, ids);
  const repeats = await repeatsOf(db, ids);
  const resolutions = await latestResolutions(db, ids);
  const closings = await closingsOf(db, ids);
  const approvals = await approvalsOf(db, intents);
  return intents.map((intent) => {
    const outcome = DispatchOutcome.parse(intent.outcome);
    const resolution = resolutions.get(intent.id) ?? null;
    const closing = closings.get(intent.id) ?? null;
    const isUnknown = outcome === 'unknown' || (outcome === 'accepted' && intent.unaccounted > 0);
    const { verdictCounts = {}, open = 0, nextTriggerAt = null } = counted.get(intent.id) ?? {};
    const alsoCommanded = alsoCommandedOf(intent.id);
    const approval = approvals.get(intent.id);
    return {
      id: intent.id,
      collectiveId: intent.collective_id,
      collectiveName: intent.collective_name,
      kind: Kind.parse(intent.kind),
      items: itemsOf(intent),
      ignoreCooldown: intent.ignore_cooldown === 1,
      reason: intent.reason,
      operator: { id: intent.operator_id, name: intent.operator_name },
      createdAt: isoInstant(intent.created_at),
      outcome,
      outcomeAt: intent.outcome_at === null ? null : isoInstant(intent.outcome_at),
      batchId: intent.batch_id,
      refusal: refusalOf(intent),
      refusedBy: refusedByOf(intent),
      unknownCause: intent.unknown_cause,
      memberCount: intent.member_count,
      verdictCounts: withoutCounts(verdictCounts, alsoCommanded.verdictCounts),
      open: open - alsoCommanded.open,
      alsoCommanded,
      unaccounted: intent.unaccounted,
      nextTriggerAt: nextTriggerAt === null ? null : isoInstant(nextTriggerAt),
      settled: isDone(outcome, isUnknown, { resolution, closing }) && open === 0,
      previousId: intent.previous_id,
      nextIds: repeats.get(intent.id) ?? [],
      ...readOverridden(intent.overridden),
      resolution,
      closing,
      lateFindAt: intent.late_find_at === null ? null : isoInstant(intent.late_find_at),
      ...(approval === undefined ? {} : { approval }),
    };
  });
}
