import { DAY_MS } from '../../../domain/instant.ts';
import { sql, type Kysely } from 'kysely';
import { z } from '../../../contract/zod.ts';
import { ScheduledCommandRequest } from '../../../contract/command.ts';
import { failure } from '../../../bff/http/problems.ts';
import { fromJson } from '../../../store/json.ts';
import type { ResolutionRow } from '../../../store/schema/resolution-schema.ts';
import type { IntentRow, Store } from '../../../store/schema/schema.ts';
import { nextVersion } from '../../../store/version.ts';
import { expectedOf, type MatchLimits } from './resolver-match.ts';
import { clockOfSend } from './send-clock.ts';
import { unaccountedMembers } from './unaccounted.ts';

/** How Commands of a dispatch are distinguished from others; all in milliseconds. */
export interface ResolverLimits extends MatchLimits {
  /** Maximum time until the Service's lists show what landed. */
  settleMs: number;
}

/** A member to read, with the span of trigger times to read. */
export interface MemberToRead {
  resolution: ResolutionRow;
  entityId: string;
}

const Items = z.array(ScheduledCommandRequest);
const YEAR_MS = 366 * DAY_MS;

/**
 * A dispatch in the form that matching needs.
 * @param now its end if it has none, in milliseconds since the epoch
 */
export function sentOf(intent: IntentRow, now: number) {
  return {
    kind: intent.kind,
    items: fromJson(Items, intent.items),
    createdAt: intent.created_at,
    endedAt: intent.outcome_at ?? now,
  };
}

/** The span of trigger times in which the Commands of a dispatch would lie. */
async function windowOf(
  trx: Kysely<Store>,
  intent: IntentRow,
  now: number,
  limits: ResolverLimits,
): Promise<{ start: number; end: number }> {
  const clock = await clockOfSend(trx, intent);
  const expected = expectedOf(sentOf(intent, now), limits, clock);
  // An offset of the Service's clock that drifts has decimals.
  const start = Math.floor(Math.min(...expected.map(({ fromMs }) => fromMs)));
  const end = Math.ceil(Math.max(...expected.map(({ toMs }) => toMs)));
  if (intent.kind === 'schedule' || clock !== null) return { start, end };
  // The Service's clock is unknown: it may be off by any amount, in both directions.
  return { start: start - DAY_MS, end: now + YEAR_MS };
}

/** The last finished check of an intent. */
function lastCheck(
  trx: Kysely<Store>,
  dispatchId: string,
): Promise<{ id: string; verdict: string | null } | undefined> {
  return trx
    .selectFrom('resolutions')
    .where('dispatch_id', '=', dispatchId)
    .where('state', '=', 'done')
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .select(['id', 'verdict'])
    .executeTakeFirst();
}

/** Whether an answer or a check determined the Commands of every Entity: a probable find does not. */
async function isKnown(trx: Kysely<Store>, intent: IntentRow): Promise<boolean> {
  if (intent.outcome === 'unknown' || intent.unaccounted > 0) return false;
  const before = await lastCheck(trx, intent.id);
  return before === undefined || before.verdict === 'landed';
}

/** The Entities of a check: those of the one before, except certain finds. */
async function addMembers(
  trx: Kysely<Store>,
  intent: IntentRow,
  resolutionId: string,
  version: number,
): Promise<void> {
  const before = await lastCheck(trx, intent.id);
  const columns = ['resolution_id', 'entity_id', 'evidence', 'checked_at', 'version'] as const;
  const insert = trx.insertInto('resolution_members').columns([...columns]);
  if (before !== undefined) {
    await insert
      .expression(
        trx
          .selectFrom('resolution_members')
          .where('resolution_id', '=', before.id)
          .select((row) => {
            const certain = row('evidence', '=', 'certain');
            return [
              row.val(resolutionId).as('resolution_id'),
              'entity_id',
              row.case().when(certain).then('certain').else('unchecked').end().as('evidence'),
              row
                .case()
                .when(certain)
                .then(row.ref('checked_at'))
                .else(null)
                .end()
                .as('checked_at'),
              row.val(version).as('version'),
            ];
          }),
      )
      .execute();
    return;
  }
  await insert
    .expression(
      unaccountedMembers(trx, intent).select((row) => [
        row.val(resolutionId).as('resolution_id'),
        'intent_members.entity_id as entity_id',
        row.val('unchecked').as('evidence'),
        sql<null>`null`.as('checked_at'),
        row.val(version).as('version'),
      ]),
    )
    .execute();
}

/**
 * Begins a check, or finds the running one.
 * @returns the check's id
 * @throws Failure 404 without such a batch, 400 if its outcome is known
 */
export async function beginResolution(
  db: Kysely<Store>,
  asked: { id: string; dispatchId: string; operatorName: string | null },
  now: number,
  limits: ResolverLimits,
): Promise<string> {
  const { id, dispatchId } = asked;
  return db.transaction().execute(async (trx) => {
    const version = await nextVersion(trx);
    const intent = await trx
      .selectFrom('intents')
      .where('id', '=', dispatchId)
      .selectAll()
      .executeTakeFirst();
    if (intent === undefined) throw failure(404, 'not_found', `There is no batch ${dispatchId}.`);
    const running = await trx
      .selectFrom('resolutions')
      .where('dispatch_id', '=', dispatchId)
      .where('state', '=', 'running')
      .select('id')
      .executeTakeFirst();
    if (running !== undefined) return running.id;
    if (await isKnown(trx, intent)) {
      throw failure(400, 'invalid_request', 'The outcome of this batch is known already.');
    }
    const window = await windowOf(trx, intent, now, limits);
    await trx
      .insertInto('resolutions')
      .values({
        id,
        dispatch_id: dispatchId,
        operator_name: asked.operatorName,
        state: 'running',
        started_at: now,
        window_start: window.start,
        window_end: window.end,
        adopted: 0,
      })
      .execute();
    await addMembers(trx, intent, id, version);
    await trx.updateTable('intents').set({ version }).where('id', '=', dispatchId).execute();
    return id;
  });
}

/** Running checks, oldest first. */
export function runningResolutions(db: Kysely<Store>): Promise<ResolutionRow[]> {
  return db
    .selectFrom('resolutions')
    .where('state', '=', 'running')
    .orderBy('started_at')
    .orderBy('id')
    .selectAll()
    .execute();
}

/** Members of a check that were not read yet. */
export async function membersToRead(
  db: Kysely<Store>,
  resolution: ResolutionRow,
  limit: number,
): Promise<MemberToRead[]> {
  const rows = await db
    .selectFrom('resolution_members')
    .where('resolution_id', '=', resolution.id)
    .where('checked_at', 'is', null)
    .orderBy('entity_id')
    .limit(limit)
    .select('entity_id')
    .execute();
  return rows.map((row) => ({ resolution, entityId: row.entity_id }));
}
