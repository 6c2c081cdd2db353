import type { Kysely } from 'kysely';
import { insertRows } from '../../store/insert-rows.ts';
import type { Store } from '../../store/schema/schema.ts';

/**
 * What is left to do for a dispatch after it was stored. `pictures`: of the Entities it reached; `directory`:
 * Entities that it reached although they were no known members.
 */
export type DueWork = 'pictures' | 'directory';

/** Not `do nothing`: the lock makes who takes the row wait until this change can be read. */
const AGAIN = `on conflict (work, dispatch_id) do update set dispatch_id = excluded.dispatch_id`;

/** Notes work in the transaction that makes it due, so that no commit, however late, is missed. */
export async function addDue(
  trx: Kysely<Store>,
  dispatchId: string,
  ...works: readonly DueWork[]
): Promise<void> {
  const rows = works.map((work) => ({ work, dispatch_id: dispatchId }));
  await insertRows(trx, 'dispatch_due', ['work', 'dispatch_id'], rows, AGAIN);
}

/** The dispatches for which there is such work. @param most maximum number */
export async function dispatchesDue(
  db: Kysely<Store>,
  work: DueWork,
  most: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('dispatch_due')
    .where('work', '=', work)
    .orderBy('dispatch_id')
    .limit(most)
    .select('dispatch_id')
    .execute();
  return rows.map((row) => row.dispatch_id);
}

/** Takes work off, before what it concerns is read: what becomes due meanwhile is noted again. */
export async function takeDue(
  trx: Kysely<Store>,
  work: DueWork,
  dispatchIds: readonly string[],
): Promise<void> {
  await trx
    .deleteFrom('dispatch_due')
    .where('work', '=', work)
    .where('dispatch_id', 'in', dispatchIds)
    .execute();
}
