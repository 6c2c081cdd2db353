import type { Kysely } from 'kysely';
import { Verification } from '../../../contract/command.ts';
import type { EntityBatch, EntityBatches } from '../../../contract/console/entity-batches.ts';
import { TitledError } from '../../../contract/primitives.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { fromNullableJson } from '../../../store/json.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { summariesOf } from './batch-summary.ts';

/** Maximum number of batches. */
const LAST = 3;

/** Batches with a Command for the Entity, newest first. */
function commanding(db: Kysely<Store>, entityId: string) {
  return db
    .selectFrom('intents')
    .where('intents.id', 'in', (commands) =>
      commands
        .selectFrom('sent_commands as commands')
        .where('entity_id', '=', entityId)
        .select('dispatch_id'),
    )
    .orderBy('created_at', 'desc')
    .limit(LAST)
    .selectAll('intents')
    .execute();
}

/** Batches to Collectives of which the Entity was a member at the send, newest first. */
function including(db: Kysely<Store>, entityId: string) {
  return db
    .selectFrom('intents')
    .where('intents.collective_id', 'in', (collectives) =>
      collectives
        .selectFrom('memberships')
        .where('entity_id', '=', entityId)
        .select('collective_id'),
    )
    .where((where) =>
      where.exists(
        where
          .selectFrom('intent_members')
          .whereRef('intent_members.dispatch_id', '=', 'intents.id')
          .where('intent_members.entity_id', '=', entityId)
          .select('intent_members.entity_id'),
      ),
    )
    .orderBy('created_at', 'desc')
    .limit(LAST)
    .selectAll('intents')
    .execute();
}

async function commandsIn(db: Kysely<Store>, entityId: string, dispatchIds: readonly string[]) {
  const rows = await db
    .selectFrom('sent_commands as commands')
    .where('entity_id', '=', entityId)
    .where('dispatch_id', 'in', dispatchIds)
    .orderBy('position')
    .selectAll()
    .execute();
  const byIntent = new Map<string, EntityBatch['commands']>();
  for (const row of rows) {
    const list = byIntent.get(row.dispatch_id) ?? [];
    list.push({
      id: row.id,
      type: row.type,
      value: row.value,
      triggerTime: row.trigger_time,
      status: row.status,
      error: fromNullableJson(TitledError, row.error),
      verification: fromNullableJson(Verification, row.verification),
    });
    byIntent.set(row.dispatch_id, list);
  }
  return byIntent;
}

/**
 * The last batches that included an Entity, because it was a member at the send or
 * because the answer named it. A batch without an answer counts too: it may have reached the Entity.
 * @param now milliseconds since the epoch
 */
export async function readEntityBatches(
  db: Kysely<Store>,
  entityId: string,
  now: number,
): Promise<EntityBatches> {
  const found = [...(await commanding(db, entityId)), ...(await including(db, entityId))];
  const intents = [...new Map(found.map((intent) => [intent.id, intent])).values()]
    .toSorted((a, b) => b.created_at - a.created_at)
    .slice(0, LAST);
  const summaries = await summariesOf(db, intents, now);
  const ids = intents.map(({ id }) => id);
  const commands = ids.length === 0 ? new Map() : await commandsIn(db, entityId, ids);
  return {
    batches: summaries.map((batch) => ({ batch, commands: commands.get(batch.id) ?? [] })),
    asOf: isoInstant(now),
  };
}
