import { sql, type Kysely } from 'kysely';
import { chunks } from '../../store/chunks.ts';
import type { Store } from '../../store/schema/schema.ts';
import { renewPictures } from '../fleet/picture/renew-pictures.ts';

/** Rows of one transaction: few enough that others do not wait long. */
const ROWS = 200;

/** What is left of a dispatch once its Commands are gone. */
const OF_DISPATCH = [
  'dispatch_due',
  'closings',
  'resolutions',
  'resolution_members',
  'approvals',
] as const;

/** Dispatches that took effect before, whose record is kept, and on which nothing is under way. */
export function oldDispatches(db: Kysely<Store>, before: number) {
  return db
    .selectFrom('intents')
    .where('created_at', '<', before)
    .where('effect_to', '<', before)
    .where('unsettled', '=', 0)
    .where('outcome', 'not in', ['sending', 'waiting'])
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('jobs')
            .whereRef('jobs.dispatch_id', '=', 'intents.id')
            .where('state', '=', 'running')
            .select('jobs.id'),
        ),
      ),
    )
    .select('id');
}

/** Settled Commands of other systems that took effect before. */
function oldOthers(db: Kysely<Store>, before: number) {
  return db
    .selectFrom('commands')
    .where('id', 'is not', null)
    .where('due_at', '<', before)
    .where('dispatch_id', 'is', null)
    .where('settled', '=', 1);
}

/** Whether there is a Command of another system that is old enough. */
export async function isAnyOfOthers(db: Kysely<Store>, before: number): Promise<boolean> {
  const found = await oldOthers(db, before)
    .where(sql<boolean>`trigger_at / 3600000 <= ${Math.floor(before / 3_600_000)}`)
    .select('key')
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

type Removed = readonly { key: number; entity_id: string }[];

async function remove(trx: Kysely<Store>, rows: Removed): Promise<void> {
  const keys = rows.map(({ key }) => key);
  await trx.deleteFrom('commands').where('key', 'in', keys).execute();
  // The database lets them go only after their Command.
  await trx.deleteFrom('command_changes').where('command_key', 'in', keys).execute();
}

/** Removes a part of the Commands of a dispatch, and with the last part the dispatch. @returns the removed Commands */
function removePart(db: Kysely<Store>, dispatchId: string): Promise<Removed> {
  return db.transaction().execute(async (trx) => {
    const rows = await trx
      .selectFrom('commands')
      .where('dispatch_id', '=', dispatchId)
      .limit(ROWS)
      .select(['key', 'entity_id'])
      .execute();
    if (rows.length > 0) await remove(trx, rows);
    if (rows.length === ROWS) return rows;
    for (const table of OF_DISPATCH) {
      await trx.deleteFrom(table).where('dispatch_id', '=', dispatchId).execute();
    }
    await trx.deleteFrom('intents').where('id', '=', dispatchId).execute();
    return rows;
  });
}

async function renew(db: Kysely<Store>, rows: Removed, now: number): Promise<void> {
  for (const part of chunks([...new Set(rows.map((row) => row.entity_id))], 25)) {
    await db.transaction().execute((trx) => renewPictures(trx, part, now));
  }
}

/**
 * Removes a dispatch with its Commands, part by part.
 * @param now milliseconds since the epoch
 * @param pause called between parts
 */
export async function removeDispatch(
  db: Kysely<Store>,
  dispatchId: string,
  now: number,
  pause: () => Promise<unknown>,
): Promise<void> {
  for (;;) {
    const rows = await removePart(db, dispatchId);
    await renew(db, rows, now);
    await pause();
    if (rows.length < ROWS) return;
  }
}

/**
 * Removes Commands of other systems of these Entities.
 * @param before milliseconds since the epoch
 * @returns how many; as many as one transaction takes: there may be more
 */
export async function removeOthers(
  db: Kysely<Store>,
  entityIds: readonly string[],
  before: number,
  now: number,
): Promise<{ removed: number; isAll: boolean }> {
  const rows = await oldOthers(db, before)
    .where('entity_id', 'in', entityIds)
    .limit(ROWS)
    .select(['key', 'entity_id'])
    .execute();
  if (rows.length > 0) await db.transaction().execute((trx) => remove(trx, rows));
  await renew(db, rows, now);
  return { removed: rows.length, isAll: rows.length < ROWS };
}
