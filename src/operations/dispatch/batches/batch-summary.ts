import { sql, type Kysely } from 'kysely';
import { z } from '../../../contract/zod.ts';
import { DispatchOutcome, type BatchSummary } from '../../../contract/console/batch.ts';
import { KeptPlannedAs } from '../../../contract/console/dispatch.ts';
import type { Closing, Resolution } from '../../../contract/console/resolution.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { settles } from '../../../domain/unknown-outcome.ts';
import { groupBy } from '../../../lib/group-by.ts';
import { fromJson } from '../../../store/json.ts';
import type { IntentRow, Store } from '../../../store/schema/schema.ts';
import { approvalsOf } from '../approve/approval-store.ts';
import { readOverridden } from '../check/guard.ts';
import { itemsAsked } from '../send/intent.ts';
import { StoredFailure } from '../send/outcome.ts';
import { closingsOf, latestResolutions } from '../resolve/read-resolution.ts';
import { shownVerdict } from './shown-verdict.ts';

const Planned = z.array(KeptPlannedAs.nullable());
const Kind = z.enum(['now', 'schedule']);

/** The Commands of a batch that are counted, not stored with its intent: of its members, and of others. */
interface Counted {
  verdictCounts: Record<string, number>;
  open: number;
}

/** Counts of each dispatch in one query, and its next trigger time. */
async function countCommands(db: Kysely<Store>, dispatchIds: readonly string[], now: number) {
  const { rows } = await sql<{
    id: string;
    member: number;
    settled: number;
    verdict: string;
    count: number;
    nextAt: number | null;
  }>`select c.dispatch_id as id, c.member, c.settled, ${shownVerdict} as verdict, count(*) as count,
      min(case when c.settled = 0 and c.trigger_at > ${now} then c.trigger_at end) as "nextAt"
    from commands c where c.dispatch_id in (${sql.join(dispatchIds)}) and c.id is not null
    group by c.dispatch_id, c.member, c.settled, ${shownVerdict}`.execute(db);
  const byId = groupBy(rows, ({ id }) => id);
  return (id: string) => {
    const none = (): Counted => ({ verdictCounts: {}, open: 0 });
    const counted = { members: none(), others: none() };
    let nextAt = Infinity;
    for (const { member, settled, verdict, count, nextAt: at } of byId.get(id) ?? []) {
      const of = member === 1 ? counted.members : counted.others;
      of.verdictCounts[verdict] = (of.verdictCounts[verdict] ?? 0) + count;
      if (settled === 0) of.open += count;
      nextAt = Math.min(nextAt, at ?? Infinity);
    }
    return { ...counted, nextTriggerAt: nextAt === Infinity ? null : isoInstant(nextAt) };
  };
}

async function repeatsOf(db: Kysely<Store>, dispatchIds: readonly string[]) {
  const rows = await db
    .selectFrom('intents')
    .where('previous_id', 'in', dispatchIds)
    .orderBy('created_at')
    .select(['id', 'previous_id'])
    .execute();
  return groupBy(rows, (row) => row.previous_id);
}

function refusalOf(intent: IntentRow): Pick<BatchSummary, 'refusal' | 'refusedBy'> {
  const { outcome, answer, answer_status: status, upstream_status: upstreamStatus } = intent;
  if (outcome !== 'refused' || answer === null) return { refusal: null, refusedBy: null };
  const { errors, source } = fromJson(StoredFailure, answer);
  const refusal = { status: upstreamStatus ?? status ?? 0, errors };
  return { refusal, refusedBy: { source, upstreamStatus } };
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
export function itemsOf(intent: Pick<IntentRow, 'items' | 'planned'>): BatchSummary['items'] {
  const planned = intent.planned === null ? [] : fromJson(Planned, intent.planned);
  return itemsAsked(intent).map((item, at) => ({
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
  const countsOf = await countCommands(db, ids, now);
  const repeats = await repeatsOf(db, ids);
  const resolutions = await latestResolutions(db, ids, now);
  const closings = await closingsOf(db, ids);
  const approvals = await approvalsOf(db, intents);
  return intents.map((intent) => {
    const outcome = DispatchOutcome.parse(intent.outcome);
    const resolution = resolutions.get(intent.id) ?? null;
    const closing = closings.get(intent.id) ?? null;
    const isUnknown = outcome === 'unknown' || (outcome === 'accepted' && intent.unaccounted > 0);
    const { members, others, nextTriggerAt } = countsOf(intent.id);
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
      ...refusalOf(intent),
      unknownCause: intent.unknown_cause,
      memberCount: intent.member_count,
      ...members,
      alsoCommanded: { entities: intent.strangers, ...others },
      unaccounted: intent.unaccounted,
      nextTriggerAt,
      settled:
        isDone(outcome, isUnknown, { resolution, closing }) && members.open + others.open === 0,
      previousId: intent.previous_id,
      nextIds: (repeats.get(intent.id) ?? []).map(({ id }) => id),
      ...readOverridden(intent.overridden),
      resolution,
      closing,
      lateFindAt: intent.late_find_at === null ? null : isoInstant(intent.late_find_at),
      ...(approval === undefined ? {} : { approval }),
    };
  });
}
