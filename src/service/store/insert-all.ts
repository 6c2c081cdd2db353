import type { Insertable } from 'kysely';
import type { ServiceTables } from './schema.ts';
import type { Store } from './store.ts';

/** Values bound in one statement; SQLite takes at most 32,766. */
const MAX_BOUND = 12_000;

/**
 * Inserts many rows in a few large statements. All rows must have the same columns.
 * @param known rows that exist already: a fault, or left unchanged
 */
export async function insertAll<T extends keyof ServiceTables>(
  trx: Store,
  table: T,
  rows: readonly Insertable<ServiceTables[T]>[],
  known: 'fail' | 'keep' = 'fail',
): Promise<void> {
  for (const part of parts(rows)) {
    await trx
      .insertInto(table)
      .values(part)
      .$if(known === 'keep', (query) => query.onConflict((conflict) => conflict.doNothing()))
      .execute();
  }
}

function* parts<Row extends object>(rows: readonly Row[]): Generator<Row[]> {
  const [first] = rows;
  if (first === undefined) return;
  const size = Math.max(1, Math.floor(MAX_BOUND / Object.keys(first).length));
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size);
}
