import { sql, type Kysely } from 'kysely';
import { chunks } from '../../store/chunks.ts';
import { readCounter } from '../../store/counters.ts';
import type { Store } from '../../store/schema/schema.ts';

/** Name of the counter of changes of the fleet store. */
const NAME = 'fleet';

/** Counts a change of the fleet store, of which pages are told; must be called inside its transaction. */
export async function raiseFleet(trx: Kysely<Store>): Promise<void> {
  await trx
    .insertInto('counters')
    .values({ name: NAME, value: 1 })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ value: sql<number>`counters.value + 1` }),
    )
    .execute();
}

/**
 * Notes that something was stored of which the facts of these Entities are made. Must be called inside its
 * transaction, as its last statement but for others like it.
 */
export async function noteForFacts(
  trx: Kysely<Store>,
  entityIds: readonly string[],
): Promise<void> {
  // In the order of the ids: two that note the same Entities must not wait for each other.
  for (const part of chunks(entityIds.toSorted())) {
    await trx
      .insertInto('fleet_changes')
      .values(part.map((id) => ({ entity_id: id })))
      // Not `do nothing`: the lock makes who takes the row wait until this change can be read.
      .onConflict((conflict) =>
        conflict.column('entity_id').doUpdateSet((row) => ({
          entity_id: row.ref('excluded.entity_id'),
        })),
      )
      .execute();
  }
}

/**
 * Notes that data of Entities was stored: lists update them, browsers are notified. Must be called inside its
 * transaction.
 */
export async function noteChanged(trx: Kysely<Store>, entityIds: readonly string[]): Promise<void> {
  if (entityIds.length === 0) return;
  await noteForFacts(trx, entityIds);
  await raiseFleet(trx);
}

/** The number of changes of the fleet store so far. */
export async function fleetVersion(db: Kysely<Store>): Promise<number> {
  return (await readCounter(db, NAME)) ?? 0;
}
