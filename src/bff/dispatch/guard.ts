import type { Kysely } from 'kysely';
import { z } from '../../contract/zod.ts';
import { ScheduledCommandRequest } from '../../contract/command.ts';
import {
  GUARD_FINDINGS_MAX,
  guardKey,
  type GuardFinding,
  type GuardKind,
} from '../../contract/console/guard.ts';
import { COMMAND_TYPES } from '../../contract/command.ts';
import { areOpposite, commandWords } from '../../domain/command-rules.ts';
import { formatCount, formatExact } from '../../domain/format.ts';
import { instantMs, isoInstant } from '../../domain/instant.ts';
import { Failure } from '../problems.ts';
import { fromJson } from '../store/json.ts';
import type { IntentRow, Store } from '../store/schema.ts';
import { OPEN_VERDICTS } from './open-commands.ts';
import { finalVerdicts } from './read-resolution.ts';

/** What is about to be sent, as far as the guard looks at it. */
export interface GuardAsk {
  collectiveId: string;
  kind: 'now' | 'schedule';
  items: readonly ScheduledCommandRequest[];
}

/** What stands in the way of a dispatch. */
export interface GuardReport {
  /** Newest first, at most as many as one override can cover. */
  findings: GuardFinding[];
  /** Whether there are more than an override can cover. */
  more: boolean;
}

const Items = z.array(ScheduledCommandRequest);

/** Who sent an earlier batch, and when. */
type Sent = Pick<IntentRow, 'id' | 'kind' | 'operator_name' | 'created_at'>;

const EARLIER = [
  'id',
  'kind',
  'items',
  'operator_name',
  'created_at',
  'outcome',
  'member_count',
] as const satisfies readonly (keyof IntentRow)[];

/** An item with the instant at which it takes effect. */
interface Timed {
  type: string | null;
  value: string | null;
  at: number;
  triggerTime: string | null;
}

function timed(items: readonly ScheduledCommandRequest[], sentAt: number): Timed[] {
  return items.map(({ type, value, triggerTime }) => ({
    type,
    value,
    triggerTime,
    at: instantMs(triggerTime) ?? sentAt,
  }));
}

/** "Stop charging, sent by Ada at …" or "…, planned by Ada for …". */
function whoWhatWhen(earlier: Sent, item: Timed): string {
  const what = commandWords(item);
  return item.triggerTime === null
    ? `${what}, sent by ${earlier.operator_name} on ${formatExact(isoInstant(earlier.created_at), 'UTC')}`
    : `${what}, planned by ${earlier.operator_name} for ${formatExact(isoInstant(item.at), 'UTC')}`;
}

function findingOf(
  kind: GuardKind,
  earlier: Sent,
  item: Timed,
  more: { count: number; words: string },
): GuardFinding {
  return {
    kind,
    intentId: earlier.id,
    operatorName: earlier.operator_name,
    createdAt: isoInstant(earlier.created_at),
    type: item.type,
    value: item.value,
    triggerTime: item.triggerTime,
    ...more,
  };
}

const stillOpen = (open: number) =>
  open === 0
    ? 'none of its Commands is still open'
    : `${formatCount(open, 'Command of it is', 'Commands of it are')} still open`;

/** How many Commands an item of an earlier batch has: all, those that were not canceled, the open ones. */
async function countOf(db: Kysely<Store>, earlier: Sent, item: Timed) {
  let query = db
    .selectFrom('commands')
    .where('intent_id', '=', earlier.id)
    .groupBy(['settled', 'verdict'])
    .select((row) => ['settled', 'verdict', row.fn.countAll<number>().as('count')]);
  if (earlier.kind === 'schedule') {
    query = query.where('type', '=', item.type).where('trigger_at', '=', item.at);
  }
  const tally = { all: 0, standing: 0, open: 0 };
  for (const { settled, verdict, count } of await query.execute()) {
    tally.all += count;
    if (verdict !== 'canceled') tally.standing += count;
    if (settled === 0 && OPEN_VERDICTS.some((open) => open === verdict)) {
      tally.open += count;
    }
  }
  return tally;
}

/** Earlier batches of the Collective that may hold an item of the same time. */
function candidates(db: Kysely<Store>, ask: GuardAsk, span: { from: number; to: number }) {
  return db
    .selectFrom('intents')
    .where('collective_id', '=', ask.collectiveId)
    .where('outcome', '<>', 'refused')
    .where('created_at', '<=', span.to)
    .where((row) => row.or([row('created_at', '>=', span.from), row('kind', '=', 'schedule')]))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .select(EARLIER)
    .execute();
}

const sameValue = (a: string | null, b: string | null) => (a ?? '').trim() === (b ?? '').trim();

async function sameFindings(
  db: Kysely<Store>,
  ask: GuardAsk,
  now: number,
  windowMs: number,
): Promise<GuardFinding[]> {
  if (windowMs === 0) return [];
  const asked = timed(ask.items, now);
  const instants = asked.map(({ at }) => at);
  const span = { from: Math.min(...instants) - windowMs, to: Math.max(...instants) + windowMs };
  const found: GuardFinding[] = [];
  const earlierOnes = await candidates(db, ask, span);
  const verdicts = await finalVerdicts(
    db,
    earlierOnes.filter(({ outcome }) => outcome === 'unknown').map(({ id }) => id),
  );
  for (const earlier of earlierOnes) {
    if (found.length > GUARD_FINDINGS_MAX) break;
    if (verdicts.get(earlier.id) === 'none') continue;
    const alike = timed(fromJson(Items, earlier.items), earlier.created_at).filter((item) =>
      asked.some(
        ({ type, value, at }) =>
          type === item.type && sameValue(value, item.value) && Math.abs(at - item.at) <= windowMs,
      ),
    );
    for (const item of alike) {
      const { all, standing, open } = await countOf(db, earlier, item);
      if (all > 0 && standing === 0) continue;
      const words = `The same was dispatched before: ${whoWhatWhen(earlier, item)}; ${
        all === 0 ? 'none of its Commands is known yet' : stillOpen(open)
      }.`;
      found.push(findingOf('same', earlier, item, { count: standing, words }));
      break;
    }
  }
  return found;
}

async function unresolvedFindings(db: Kysely<Store>, ask: GuardAsk): Promise<GuardFinding[]> {
  const unresolved = await db
    .selectFrom('intents')
    .where('collective_id', '=', ask.collectiveId)
    .where('outcome', 'in', ['sending', 'unknown'])
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .select(EARLIER)
    .execute();
  const verdicts = await finalVerdicts(
    db,
    unresolved.map(({ id }) => id),
  );
  return unresolved
    .filter(({ id, outcome }) => outcome === 'sending' || !verdicts.has(id))
    .flatMap((earlier) => {
      const [item] = timed(fromJson(Items, earlier.items), earlier.created_at);
      if (item === undefined) return [];
      const who = whoWhatWhen(earlier, item);
      const words =
        earlier.outcome === 'sending'
          ? `Being sent at this moment: ${who}.`
          : `It is not known whether this reached the devices: ${who}.`;
      return [findingOf('unresolved', earlier, item, { count: earlier.member_count, words })];
    });
}

/** Whether a planned instant is close enough to one of the new opposite items. */
function isNear(ask: GuardAsk, type: string | null, at: number, windowMs: number): boolean {
  if (ask.kind === 'now') return true;
  return ask.items.some(
    (item) =>
      areOpposite(item.type, type) &&
      Math.abs((instantMs(item.triggerTime) ?? at) - at) <= windowMs,
  );
}

async function oppositeFindings(
  db: Kysely<Store>,
  ask: GuardAsk,
  windowMs: number,
): Promise<GuardFinding[]> {
  const opposites = COMMAND_TYPES.filter((type) =>
    ask.items.some((item) => areOpposite(item.type, type)),
  );
  if (opposites.length === 0) return [];
  const open = await db
    .selectFrom('intents')
    .innerJoin('commands', 'commands.intent_id', 'intents.id')
    .where('intents.collective_id', '=', ask.collectiveId)
    .where('commands.settled', '=', 0)
    .where('commands.verdict', 'in', OPEN_VERDICTS)
    .where('commands.type', 'in', opposites)
    .groupBy([
      'intents.id',
      'intents.kind',
      'intents.operator_name',
      'intents.created_at',
      'commands.type',
      'commands.value',
      'commands.trigger_at',
    ])
    .orderBy('intents.created_at', 'desc')
    .orderBy('intents.id')
    .orderBy('commands.trigger_at')
    .select((row) => [
      'intents.id',
      'intents.kind',
      'intents.operator_name',
      'intents.created_at',
      'commands.type',
      'commands.value',
      'commands.trigger_at',
      row.fn.countAll<number>().as('count'),
    ])
    .execute();
  const byIntent = new Map<string, { earlier: Sent; item: Timed; count: number }>();
  for (const { type, value, trigger_at: triggerAt, count, ...intent } of open) {
    const at = triggerAt ?? intent.created_at;
    if (!isNear(ask, type, at, windowMs)) continue;
    const known = byIntent.get(intent.id);
    if (known !== undefined) {
      known.count += count;
      continue;
    }
    byIntent.set(intent.id, {
      earlier: intent,
      item: { type, value, at, triggerTime: intent.kind === 'now' ? null : isoInstant(at) },
      count: count,
    });
  }
  return [...byIntent.values()].map(({ earlier, item, count }) =>
    findingOf('opposite', earlier, item, {
      count,
      words: `The opposite has not ended yet: ${whoWhatWhen(earlier, item)}; ${stillOpen(count)}.`,
    }),
  );
}

/**
 * What speaks against a dispatch. To be called inside the transaction that stores its intent: then two
 * dispatches at the same moment see each other, whoever sends them.
 * @param now milliseconds since the epoch
 * @param windowMs how close in time the same Command counts; 0: the same Command never counts
 */
export async function findGuardFindings(
  trx: Kysely<Store>,
  ask: GuardAsk,
  now: number,
  windowMs: number,
): Promise<GuardReport> {
  const found = [
    ...(await unresolvedFindings(trx, ask)),
    ...(await oppositeFindings(trx, ask, windowMs)),
    ...(await sameFindings(trx, ask, now, windowMs)),
  ].toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
  return { findings: found.slice(0, GUARD_FINDINGS_MAX), more: found.length > GUARD_FINDINGS_MAX };
}

/**
 * Decides whether an override covers all findings.
 * @param overrides keys of the findings that the operator saw and overrides
 * @returns the findings that are overridden, which belong to the record
 * @throws Failure 409 `dispatch_guarded` that names each finding which is not covered
 */
export function requireCovered(
  report: GuardReport,
  overrides: readonly string[],
): readonly GuardFinding[] {
  const open = report.findings.filter((finding) => !overrides.includes(guardKey(finding)));
  if (open.length === 0 && !report.more) return report.findings;
  const errors = open.map((finding) => ({
    code: guardKey(finding),
    message: finding.words,
    description: null,
  }));
  if (report.more) {
    errors.push({
      code: 'too-many',
      message: `More than ${GUARD_FINDINGS_MAX} earlier batches stand in the way; that cannot be overridden.`,
      description: null,
    });
  }
  throw new Failure(409, 'dispatch_guarded', { errors });
}
