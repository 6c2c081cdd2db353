import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely';
import { hasRowLocks } from '../../store/dialect/row-locks.ts';
import type { Store } from '../../store/schema/schema.ts';

/** Of `intents.unsettled`: its record is still to be kept. */
export const RECORD_DUE = 1;
/** Of `intents.unsettled`: its record is kept, and afterwards Commands of it were open again. */
const OPEN_AGAIN = 2;

/** A condition on `intents`: the dispatch may have open Commands. As in the index, which is not used otherwise. */
export const isUnsettled: RawBuilder<SqlBool> = sql<SqlBool>`unsettled > 0`;

/**
 * Notes that a dispatch has open Commands, whose record may be kept already. It writes in any case: who keeps the record
 * at the same time then waits, and sees them.
 */
export async function openAgain(trx: Kysely<Store>, dispatchId: string): Promise<void> {
  await trx
    .updateTable('intents')
    .set({
      unsettled: sql<number>`case when unsettled = 0 then ${sql.lit(OPEN_AGAIN)} else unsettled end`,
    })
    .where('id', '=', dispatchId)
    .execute();
}

/**
 * Notes that the record of a dispatch is kept; Commands that were opened again since it was looked at stay watched.
 * @returns false if another process keeps it
 */
export async function takeRecord(trx: Kysely<Store>, dispatchId: string): Promise<boolean> {
  if (hasRowLocks(trx)) {
    await sql`select 1 from intents where id = ${dispatchId} for update`.execute(trx);
  }
  const open = sql<SqlBool>`exists (select 1 from commands
    where commands.dispatch_id = intents.id and commands.settled = 0)`;
  const { numUpdatedRows } = await trx
    .updateTable('intents')
    .set({ unsettled: sql<number>`case when ${open} then ${sql.lit(OPEN_AGAIN)} else 0 end` })
    .where('id', '=', dispatchId)
    .where('unsettled', '=', RECORD_DUE)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
