import type { Kysely } from 'kysely';
import { readCounter } from './counters.ts';
import type { Store } from './schema/schema.ts';

const NAME = 'version';

/**
 * The next number of the one counter that orders all changes. Must be called inside the transaction
 * that makes the change, so that no reader sees the change under an older number.
 */
export async function nextVersion(trx: Kysely<Store>): Promise<number> {
  const row = await trx
    .insertInto('counters')
    .values({ name: NAME, value: 1 })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((old) => ({ value: old('counters.value', '+', 1) })),
    )
    .returning('value')
    .executeTakeFirstOrThrow();
  return row.value;
}

/** The number of the latest change. */
export async function currentVersion(db: Kysely<Store>): Promise<number> {
  return (await readCounter(db, NAME)) ?? 0;
}
