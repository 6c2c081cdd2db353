import type { Kysely } from 'kysely';
import type { Store } from '../../store/schema/schema.ts';
import { nextVersion } from '../../store/version.ts';

/** Name of the counter with the version at which the fleet store changed last. */
const FLEET = 'fleet';

/** Has browsers that follow changes read again what they show of the fleet store. */
export async function raiseFleet(trx: Kysely<Store>): Promise<void> {
  const value = await nextVersion(trx);
  await trx
    .insertInto('counters')
    .values({ name: FLEET, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/** The version at which the fleet store changed last, or 0. */
export async function fleetVersion(db: Kysely<Store>): Promise<number> {
  const row = await db
    .selectFrom('counters')
    .where('name', '=', FLEET)
    .select('value')
    .executeTakeFirst();
  return row?.value ?? 0;
}
