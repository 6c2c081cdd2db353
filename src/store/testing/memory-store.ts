import type { Kysely } from 'kysely';
import { openSqlite } from '../dialect/sqlite.ts';
import { MIGRATIONS } from '../migrations/migrations.ts';
import type { Store } from '../schema/schema.ts';

/** A store of its own for one test. */
export function memoryStore(): Promise<Kysely<Store>> {
  return openSqlite<Store>(':memory:', MIGRATIONS);
}
