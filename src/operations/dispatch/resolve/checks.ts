import { sql, type Kysely } from 'kysely';
import { failure } from '../../../http/problems.ts';
import type { Resolution, ResolutionVerdict } from '../../../contract/console/resolution.ts';
import { updateRow } from '../../../store/insert-rows.ts';
import type { IntentRow, Store } from '../../../store/schema/schema.ts';
import { lockDispatch } from '../lock-dispatch.ts';
import { latestResolutions } from './read-resolution.ts';
import type { ResolverLimits } from './rule.ts';
import { isUnaccounted } from '../batches/name-commands.ts';

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
  const isLeft = isUnaccounted(intent);
  await sql`insert into resolution_members (dispatch_id, entity_id, evidence)
    select m.dispatch_id, m.entity_id, case when ${isLeft} then 'unread' else 'landed' end
    from intent_members m where m.dispatch_id = ${intent.id} ${intent.outcome === 'unknown' ? sql`` : sql`and ${isLeft}`}
    on conflict do nothing`.execute(trx);
}

/**
 * Begins a check of a dispatch whose outcome is unknown for some Entities, unless one is running.
 * @param operatorName who asked for it; null: the console itself
 * @returns its intent
 * @throws Failure 404 without such a batch, 400 if its outcome is known
 */
export async function beginCheck(
  db: Kysely<Store>,
  { dispatchId, operatorName }: { dispatchId: string; operatorName: string | null },
  now: number,
): Promise<IntentRow> {
  return db.transaction().execute(async (trx) => {
    const intent = await lockDispatch(trx, dispatchId);
    if (intent === undefined) throw failure(404, 'not_found', `There is no batch ${dispatchId}.`);
    const ofDispatch = trx.selectFrom('resolutions').where('dispatch_id', '=', dispatchId);
    const last = await ofDispatch.select('state').executeTakeFirst();
    if (last?.state === 'running') return intent;
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
    return intent;
  });
}

/** Entities of a running check that it did not read yet. */
export async function membersToRead(db: Kysely<Store>, dispatchId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('resolution_members')
    .where('dispatch_id', '=', dispatchId)
    .where('evidence', '<>', 'landed')
    .where('read_at', 'is', null)
    .orderBy('entity_id')
    .select('entity_id')
    .execute();
  return rows.map((row) => row.entity_id);
}

function verdictOf(counts: Resolution['counts'], isEarly: boolean): ResolutionVerdict {
  const { landed, notFound, person, unread } = counts;
  if (person > 0 || unread > 0 || landed + notFound === 0) return 'open';
  if (notFound === 0) return 'landed';
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
  { settleMs, horizonMs }: ResolverLimits,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const intent = await lockDispatch(trx, dispatchId);
    const check = (await latestResolutions(trx, [dispatchId], now)).get(dispatchId);
    if (check === undefined) return;
    const { counts, checkedUntil } = check;
    const endedAt = intent?.outcome_at ?? now;
    const missedAt = checkedUntil === null ? Infinity : Date.parse(checkedUntil);
    const horizonAt = endedAt + horizonMs;
    await updateRow(trx, 'resolutions', ['dispatch_id', dispatchId], {
      state: 'done',
      finished_at: now,
      verdict: verdictOf(counts, missedAt < endedAt + settleMs),
      horizon_at: missedAt < horizonAt ? horizonAt : null,
    });
    const isLeft = counts.notFound + counts.person + counts.unread > 0;
    const looks = [settleMs, horizonMs, ...LOOKS_MS].map((ms) => endedAt + ms);
    // One that became due during this check, which had begun before it, is due at once.
    const left = looks.filter((at) => at > Date.parse(check.startedAt));
    const next = isLeft && left.length > 0 ? Math.min(...left) : null;
    await updateRow(trx, 'intents', ['id', dispatchId], { next_check_at: next });
  });
}

/** Checks that run, and those that the console begins itself, soonest first; with the instants of these. */
export async function dueChecks(
  db: Kysely<Store>,
): Promise<{ dispatchId: string; dueAt: number }[]> {
  const running = await db
    .selectFrom('resolutions')
    .where('state', '=', 'running')
    .orderBy('started_at')
    .select('dispatch_id')
    .execute();
  const planned = await db
    .selectFrom('intents')
    // Not `is not null`: for that SQLite would pass over every dispatch ever made.
    .where('next_check_at', '>', 0)
    .orderBy('next_check_at')
    .limit(BEGUN_AT_ONCE + running.length)
    .select(['id', 'next_check_at'])
    .execute();
  const due = new Map(planned.map((row) => [row.id, row.next_check_at ?? 0]));
  for (const { dispatch_id: id } of running) due.set(id, 0);
  return [...due].map(([dispatchId, dueAt]) => ({ dispatchId, dueAt }));
}
