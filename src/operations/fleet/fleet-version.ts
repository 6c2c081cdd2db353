import type { Kysely } from 'kysely';
import { chunks } from '../../store/chunks.ts';
import { readCounter, setCounter } from '../../store/counters.ts';
import type { Store } from '../../store/schema/schema.ts';
import { nextVersion } from '../../store/version.ts';

/** Name of the counter with the version of the last change of the fleet store. */
const NAME = 'fleet';

/** Tells browsers that the fleet store changed; must be called inside its transaction. */
export async function raiseFleet(trx: Kysely<Store>): Promise<void> {
  await setCounter(trx, NAME, await nextVersion(trx));
}

/**
 * Notes that data of Entities was stored: lists update them, browsers are notified. Must be called inside its
 * transaction.
 */
export async function noteChanged(trx: Kysely<Store>, entityIds: readonly string[]): Promise<void> {
  if (entityIds.length === 0) return;
  for (const part of chunks(entityIds)) {
    await trx
      .insertInto('fleet_changes')
      .values(part.map((id) => ({ entity_id: id })))
      .onConflict((conflict) => conflict.column('entity_id').doNothing())
      .execute();
  }
  await raiseFleet(trx);
}

/** The version of the last change of the fleet store, or 0. */
export async function fleetVersion(db: Kysely<Store>): Promise<number> {
  return (await readCounter(db, NAME)) ?? 0;
}
