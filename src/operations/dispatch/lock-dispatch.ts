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
  const read = trx.selectFrom('intents').where('id', '=', dispatchId).selectAll();
  const intent = await read.executeTakeFirst();
  if (intent === undefined || !hasRowLocks(trx)) return intent;
  await lockCollectives(trx, intent.collective_id);
  return read.forUpdate().executeTakeFirst();
}
