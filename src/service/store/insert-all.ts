import type { Insertable } from 'kysely';
import type { ServiceTables } from './schema.ts';
import type { Store } from './store.ts';

/** Values bound in one statement; SQLite takes at most 32,766. */
const MAX_BOUND = 12_000;

/** Inserts many rows in a few large statements. All rows must have the same columns. */
export async function insertAll<T extends keyof ServiceTables>(
  trx: Store,
  table: T,
  rows: readonly Insertable<ServiceTables[T]>[],
): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const size = Math.max(1, Math.floor(MAX_BOUND / Object.keys(first).length));
  for (let at = 0; at < rows.length; at += size) {
    await trx
      .insertInto(table)
      .values(rows.slice(at, at + size))
      .execute();
  }
}
