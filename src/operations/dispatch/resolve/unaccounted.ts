import { sql, type Kysely, type RawBuilder, type SqlBool } from 'kysely';
import type { IntentRow, Store } from '../../../store/schema/schema.ts';
import { itemsAsked } from '../send/intent.ts';

type Asked = Pick<IntentRow, 'id' | 'items'>;

/** Of a row `m` of `intent_members`: the dispatch is known to have made fewer Commands for it than requested. */
export function isUnaccounted(intent: Asked): RawBuilder<SqlBool> {
  return sql<SqlBool>`(select count(*) from sent_commands c where c.dispatch_id = m.dispatch_id
    and c.entity_id = m.entity_id and c.verdict <> 'unrequested') < ${itemsAsked(intent).length}`;
}

/** Counts these members of a dispatch, and stores their number with it. */
export async function recountUnaccounted(trx: Kysely<Store>, intent: Asked): Promise<void> {
  await sql`update intents set unaccounted = (select count(*) from intent_members m
    where m.dispatch_id = ${intent.id} and ${isUnaccounted(intent)}) where id = ${intent.id}`.execute(
    trx,
  );
}
