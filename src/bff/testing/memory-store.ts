import type { Kysely } from 'kysely';
import { openSqlite } from '../../lib/sqlite.ts';
import { MIGRATIONS } from '../store/migrations.ts';
import type { Store } from '../store/schema.ts';

/** A store of its own for one test. */
export function memoryStore(): Promise<Kysely<Store>> {
  return openSqlite<Store>(':memory:', MIGRATIONS);
}
