import { sql, type Kysely, type Transaction } from 'kysely';
import { z } from '../../../contract/zod.ts';
import { ScheduledCommandRequest } from '../../../contract/command.ts';
import { fromJson } from '../../../store/json.ts';
import type { IntentRow, Store } from '../../../store/schema/schema.ts';

const Items = z.array(ScheduledCommandRequest);

type Asked = Pick<IntentRow, 'id' | 'items'>;

/** Members at the send with fewer of the requested Commands than requested: what they got is not known. */
export function unaccountedMembers(db: Kysely<Store>, intent: Asked) {
  const counted = db
    .selectFrom('commands')
    .where('dispatch_id', '=', intent.id)
    .where('verdict', '<>', 'unrequested')
    .groupBy('entity_id')
    .select((row) => ['entity_id', row.fn.countAll<number>().as('count')])
    .as('counted');
  return db
    .selectFrom('intent_members')
    .leftJoin(counted, 'counted.entity_id', 'intent_members.entity_id')
    .where('intent_members.dispatch_id', '=', intent.id)
    .where(sql<number>`coalesce(counted.count, 0)`, '<', fromJson(Items, intent.items).length);
}

/**
 * Counts the members of an intent that are unaccounted for and stores the number with it.
 * @returns how many there are
 */
export async function recountUnaccounted(trx: Transaction<Store>, intent: Asked): Promise<number> {
  const { count } = await unaccountedMembers(trx, intent)
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  await trx
    .updateTable('intents')
    .set({ unaccounted: count })
    .where('id', '=', intent.id)
    .execute();
  return count;
}
