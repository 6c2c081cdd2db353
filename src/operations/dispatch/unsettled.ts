import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely';
import type { Store } from '../../store/schema/schema.ts';

/** Of `intents.unsettled`: its record is still to be kept. */
export const RECORD_DUE = 1;
/** Of `intents.unsettled`: its record is kept, and afterwards Commands of it were open again. */
const OPEN_AGAIN = 2;

/** A condition on `intents`: the dispatch may have open Commands. As in the index, which is not used otherwise. */
export const isUnsettled: RawBuilder<SqlBool> = sql<SqlBool>`unsettled > 0`;

/** Notes that a dispatch has open Commands, whose record may be kept already. */
export async function openAgain(trx: Kysely<Store>, dispatchId: string): Promise<void> {
  await trx
    .updateTable('intents')
    .set({ unsettled: OPEN_AGAIN })
    .where('id', '=', dispatchId)
    .where('unsettled', '=', 0)
    .execute();
}

/** Notes that the record of a dispatch is kept. @returns false if another process keeps it */
export async function takeRecord(trx: Kysely<Store>, dispatchId: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('intents')
    .set({ unsettled: 0 })
    .where('id', '=', dispatchId)
    .where('unsettled', '=', RECORD_DUE)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
