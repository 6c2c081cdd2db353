import type { Kysely } from 'kysely';
import type { Store } from './schema/schema.ts';

/** The value of a counter, or null if it was never set. */
export async function readCounter(db: Kysely<Store>, name: string): Promise<number | null> {
  const row = await db
    .selectFrom('counters')
    .where('name', '=', name)
    .select('value')
    .executeTakeFirst();
  return row?.value ?? null;
}

/** Sets a counter. */
export async function setCounter(trx: Kysely<Store>, name: string, value: number): Promise<void> {
  await trx
    .insertInto('counters')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
