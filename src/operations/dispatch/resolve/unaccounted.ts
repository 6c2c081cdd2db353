import { sql, type Kysely, type Transaction } from 'kysely';
import { ScheduledCommandRequest } from '../../../contract/command.ts';
import { z } from '../../../contract/zod.ts';
import { fromJson } from '../../../store/json.ts';
import type { IntentRow, Store } from '../../../store/schema/schema.ts';

const Items = z.array(ScheduledCommandRequest);

type Asked = Pick<IntentRow, 'id' | 'items'>;

/** The Commands that a dispatch asked for, for each Entity. */
export function itemsAsked({ items }: Pick<IntentRow, 'items'>): ScheduledCommandRequest[] {
  return fromJson(Items, items);
}

/** Members at the send, each with whether it has fewer of the requested Commands than requested. */
export function membersOf(db: Kysely<Store>, intent: Asked) {
  const counted = db
    .selectFrom('sent_commands as commands')
    .where('dispatch_id', '=', intent.id)
    .where('verdict', '<>', 'unrequested')
    .groupBy('entity_id')
    .select((row) => ['entity_id', row.fn.countAll<number>().as('count')])
    .as('counted');
  return db
    .selectFrom('intent_members')
    .leftJoin(counted, 'counted.entity_id', 'intent_members.entity_id')
    .where('intent_members.dispatch_id', '=', intent.id);
}

/** Whether a member of `membersOf` has fewer than requested: what it got is not known. */
export const isUnaccounted = (intent: Asked) =>
  sql<boolean>`coalesce(counted.count, 0) < ${itemsAsked(intent).length}`;

/**
 * Counts the members of an intent that are unaccounted for and stores the number with it.
 * @returns how many there are
 */
export async function recountUnaccounted(trx: Transaction<Store>, intent: Asked): Promise<number> {
  const { count } = await membersOf(trx, intent)
    .where(isUnaccounted(intent))
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  await trx
    .updateTable('intents')
    .set({ unaccounted: count })
    .where('id', '=', intent.id)
    .execute();
  return count;
}
