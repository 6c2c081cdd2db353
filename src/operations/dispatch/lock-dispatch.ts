import type { Transaction } from 'kysely';
import { hasRowLocks } from '../../store/dialect/row-locks.ts';
import type { IntentRow, Store } from '../../store/schema/schema.ts';
import { lockCollectives } from '../directory/lock-collectives.ts';

/**
 * Makes transactions wait for each other that change a dispatch, or name Commands of dispatches which reach the same
 * Entities. To be called before anything is written.
 * @returns its intent as it is then, or undefined without one
 */
export async function lockDispatch(
  trx: Transaction<Store>,
  dispatchId: string,
): Promise<IntentRow | undefined> {
  await lockBatch(trx, dispatchId);
  return trx.selectFrom('intents').where('id', '=', dispatchId).selectAll().executeTakeFirst();
}

/** As `lockDispatch`, for who does not need the intent. */
export async function lockBatch(trx: Transaction<Store>, dispatchId: string): Promise<void> {
  if (!hasRowLocks(trx)) return;
  const read = trx.selectFrom('intents').where('id', '=', dispatchId).select('collective_id');
  const intent = await read.executeTakeFirst();
  if (intent === undefined) return;
  await lockCollectives(trx, intent.collective_id);
  await read.forUpdate().execute();
}
