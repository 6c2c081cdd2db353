import { MIGRATIONS } from '../baseline/baseline.ts';
import { openPostgres } from '../dialect/postgres.ts';
import { openSqlite } from '../dialect/sqlite.ts';
import type { Store } from '../schema/schema.ts';
import { emptyPostgresUrl } from './postgres-store.ts';

/** A store of each kind as it was before a step of the schema, for `test.each`. */
export function storesBefore(step: string) {
  const before = Object.fromEntries(Object.entries(MIGRATIONS).filter(([name]) => name < step));
  return [
    ['SQLite', () => openSqlite<Store>(':memory:', before)],
    ['PostgreSQL', async () => openPostgres<Store>(await emptyPostgresUrl(), before)],
  ] as const;
}
