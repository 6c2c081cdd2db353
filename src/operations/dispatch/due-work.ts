import type { Kysely } from 'kysely';
import type { Store } from '../../store/schema/schema.ts';

/**
 * What is left to do for a dispatch after it was stored. `record`: its kept record, once it is settled; `facts`: the
 * facts of the Entities it reached; `directory`: Entities that it reached although they were no known members.
 */
export type DueWork = 'record' | 'facts' | 'directory';

/** Notes work in the transaction that makes it due, so that no commit, however late, is missed. */
export async function addDue(
  trx: Kysely<Store>,
  dispatchId: string,
  ...works: readonly DueWork[]
): Promise<void> {
  await trx
    .insertInto('dispatch_due')
    .values(works.map((work) => ({ work, dispatch_id: dispatchId })))
    // Not `do nothing`: the lock makes who takes the row wait until this change can be read.
    .onConflict((conflict) =>
      conflict.columns(['work', 'dispatch_id']).doUpdateSet((row) => ({
        dispatch_id: row.ref('excluded.dispatch_id'),
      })),
    )
    .execute();
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

/**
 * Takes work off, before what it concerns is read: what becomes due meanwhile is noted again.
 * @returns false if all of it was taken by another process
 */
export async function takeDue(
  trx: Kysely<Store>,
  work: DueWork,
  dispatchIds: readonly string[],
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('dispatch_due')
    .where('work', '=', work)
    .where('dispatch_id', 'in', dispatchIds)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
