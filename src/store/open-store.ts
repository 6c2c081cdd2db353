import type { Kysely } from 'kysely';
import { MIGRATIONS } from './baseline/baseline.ts';
import { openSqlite } from './dialect/sqlite.ts';
import { refuseEarlierStore } from './earlier-store.ts';
import type { Store } from './schema/schema.ts';

/**
 * Opens the console's store, and makes it if there is none.
 *
 * @param file path of `console.db`; its folder is created
 * @throws StartError if it cannot be used, or an earlier or a newer version wrote it
 */
export async function openStore(file: string): Promise<Kysely<Store>> {
  refuseEarlierStore(file);
  return openSqlite<Store>(file, MIGRATIONS);
}
