import type { Kysely } from 'kysely';
import type { Store } from '../../store/schema/schema.ts';
import { nextVersion } from '../../store/version.ts';

/** Name of the counter with the version of the last change of the fleet store. */
const NAME = 'fleet';

/** Tells browsers that something of the fleet store changed; to be called inside its transaction. */
export async function raiseFleet(trx: Kysely<Store>): Promise<void> {
  const value = await nextVersion(trx);
  await trx
    .insertInto('counters')
    .values({ name: NAME, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/** The version of the last change of the fleet store, or 0. */
export async function fleetVersion(db: Kysely<Store>): Promise<number> {
  const row = await db
    .selectFrom('counters')
    .where('name', '=', NAME)
    .select('value')
    .executeTakeFirst();
  return row?.value ?? 0;
}
