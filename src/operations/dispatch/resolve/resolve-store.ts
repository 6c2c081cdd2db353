import type { Kysely } from 'kysely';
import { failure } from '../../../http/problems.ts';
import { Evidence, type ResolutionVerdict } from '../../../contract/console/resolution.ts';
import type { IntentRow, Store } from '../../../store/schema/schema.ts';
import { lockDispatch } from '../lock-dispatch.ts';
import type { MemberToRead, ResolverLimits } from './finding-store.ts';
import { isUnaccounted, membersOf } from './unaccounted.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** When the console looks again after a send, beside at once, after settling and at the horizon. */
const LOOKS_MS = [
  MINUTE_MS,
  4 * MINUTE_MS,
  15 * MINUTE_MS,
  ...[1, 3, 8, 24].map((at) => at * HOUR_MS),
];
/** Checks that begin together. */
const BEGUN_AT_ONCE = 50;

/**
 * Adds the Entities of a dispatch to what is checked: after a lost answer all, after an accepted one those
 * that it left out. Those with all their Commands have landed.
 */
async function addMembers(trx: Kysely<Store>, intent: IntentRow): Promise<void> {
  let members = membersOf(trx, intent);
  if (intent.outcome !== 'unknown') members = members.where(isUnaccounted(intent));
  await trx
    .insertInto('resolution_members')
    .columns(['dispatch_id', 'entity_id', 'evidence'])
    .expression(
      members.select((row) => [
        'intent_members.dispatch_id',
        'intent_members.entity_id',
        row.case().when(isUnaccounted(intent)).then('unread').else('landed').end().as('evidence'),
      ]),
    )
    .onConflict((conflict) => conflict.columns(['dispatch_id', 'entity_id']).doNothing())
    .execute();
}

/**
 * Begins a check of a dispatch whose outcome is unknown for some Entities, unless one is running.
 * @param operatorName who asked for it; null: the console itself
 * @throws Failure 404 without such a batch, 400 if its outcome is known
 */
export async function beginCheck(
  db: Kysely<Store>,
  { dispatchId, operatorName }: { dispatchId: string; operatorName: string | null },
  now: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const intent = await lockDispatch(trx, dispatchId);
    if (intent === undefined) throw failure(404, 'not_found', `There is no batch ${dispatchId}.`);
    const last = await trx
      .selectFrom('resolutions')
      .where('dispatch_id', '=', dispatchId)
      .selectAll()
      .executeTakeFirst();
    if (last?.state === 'running') return;
    if (intent.outcome !== 'unknown' && intent.unaccounted === 0) {
      throw failure(400, 'invalid_request', 'The outcome of this batch is known already.');
    }
    const check = { state: 'running', operator_name: operatorName, started_at: now };
    await trx
      .insertInto('resolutions')
      .values({ dispatch_id: dispatchId, ...check })
      .onConflict((conflict) =>
        conflict.column('dispatch_id').doUpdateSet({ ...check, finished_at: null }),
      )
      .execute();
    await addMembers(trx, intent);
    await trx
      .updateTable('resolution_members')
      .set({ read_at: null })
      .where('dispatch_id', '=', dispatchId)
      .execute();
  });
}

/** Entities of running checks that were not read yet, and the running checks, oldest first. */
export async function runningChecks(db: Kysely<Store>, limit: number) {
  const running = await db
    .selectFrom('resolutions')
    .where('state', '=', 'running')
    .orderBy('started_at')
    .orderBy('dispatch_id')
    .select('dispatch_id')
    .execute();
  const share = Math.max(1, Math.floor(limit / Math.max(running.length, 1)));
  const checks = [];
  for (const { dispatch_id: dispatchId } of running) {
    const rows = await db
      .selectFrom('resolution_members')
      .where('dispatch_id', '=', dispatchId)
      .where('evidence', '<>', 'landed')
      .where('read_at', 'is', null)
      .orderBy('entity_id')
      .limit(share)
      .select('entity_id')
      .execute();
    const members = rows.map(({ entity_id: entityId }): MemberToRead => ({ dispatchId, entityId }));
    checks.push({ dispatchId, members });
  }
  return checks;
}

/** What is known of the Entities of a check: how many of each, and when the first miss was read last. */
async function countMembers(trx: Kysely<Store>, dispatchId: string) {
  const rows = await trx
    .selectFrom('resolution_members')
    .where('dispatch_id', '=', dispatchId)
    .groupBy('evidence')
    .select((row) => [
      'evidence',
      row.fn.countAll<number>().as('count'),
      row.fn.min('missed_at').as('missedAt'),
    ])
    .execute();
  const counts: Record<Evidence, number> = { landed: 0, 'not-found': 0, person: 0, unread: 0 };
  for (const { evidence, count } of rows) counts[Evidence.parse(evidence)] = count;
  const missedAt = rows.find(({ evidence }) => evidence === 'not-found')?.missedAt ?? null;
  return { counts, missedAt };
}

function verdictOf(counts: Record<Evidence, number>, isEarly: boolean): ResolutionVerdict {
  const { landed, 'not-found': missed, person, unread } = counts;
  if (person > 0 || unread > 0 || landed + missed === 0) return 'open';
  if (missed === 0) return 'landed';
  if (isEarly) return 'early';
  return landed === 0 ? 'none' : 'partly';
}

/**
 * Ends a check whose members were all read, with its verdict, and plans the next one.
 * @param now milliseconds since the epoch
 */
export async function finishCheck(
  db: Kysely<Store>,
  dispatchId: string,
  now: number,
  { settleMs, horizonMs }: Pick<ResolverLimits, 'settleMs' | 'horizonMs'>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const intent = await lockDispatch(trx, dispatchId);
    const endedAt = intent?.outcome_at ?? now;
    const { counts, missedAt } = await countMembers(trx, dispatchId);
    const settledAt = endedAt + settleMs;
    const verdict = verdictOf(counts, missedAt !== null && missedAt < settledAt);
    const horizonAt = endedAt + horizonMs;
    const mayLand = missedAt !== null && missedAt < horizonAt;
    const { started_at: startedAt } = await trx
      .updateTable('resolutions')
      .set({ state: 'done', finished_at: now, verdict, horizon_at: mayLand ? horizonAt : null })
      .where('dispatch_id', '=', dispatchId)
      .returning('started_at')
      .executeTakeFirstOrThrow();
    const isLeft = Object.entries(counts).some(([found, count]) => found !== 'landed' && count > 0);
    const looks = [settleMs, horizonMs, ...LOOKS_MS].map((ms) => endedAt + ms);
    // One that became due during this check, which had begun before it, is due at once.
    const [next = null] = looks.filter((at) => at > startedAt).toSorted((a, b) => a - b);
    await trx
      .updateTable('intents')
      .set({ next_check_at: isLeft ? next : null })
      .where('id', '=', dispatchId)
      .execute();
  });
}

/** Checks that the console begins itself, soonest first, with the instants at which they are due. */
export async function plannedChecks(
  db: Kysely<Store>,
): Promise<{ dispatchId: string; dueAt: number }[]> {
  const rows = await db
    .selectFrom('intents')
    .leftJoin('resolutions', 'resolutions.dispatch_id', 'intents.id')
    // Not `is not null`: for that SQLite would pass over every dispatch ever made.
    .where('next_check_at', '>', 0)
    .where((row) => row.or([row('state', 'is', null), row('state', '<>', 'running')]))
    .orderBy('next_check_at')
    .limit(BEGUN_AT_ONCE)
    .select(['intents.id', 'next_check_at'])
    .execute();
  return rows.map(({ id, next_check_at: dueAt }) => ({ dispatchId: id, dueAt: dueAt ?? 0 }));
}
