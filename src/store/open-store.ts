import type { Kysely } from 'kysely';
import { MIGRATIONS } from './baseline/baseline.ts';
import { openPostgres, openPostgresReader } from './dialect/postgres.ts';
import { openReadOnly, openSqlite } from './dialect/sqlite.ts';
import { refuseEarlierStore } from './earlier-store.ts';
import type { Store } from './schema/schema.ts';

/** Whether a store's address names a PostgreSQL database, and not a file. */
export function isPostgresUrl(address: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(address);
}

/**
 * Opens the console's store, and makes it if there is none.
 *
 * @param address path of `console.db`, whose folder is created, or a PostgreSQL database that exists
 * @throws StartError if it cannot be used, or an earlier or a newer version wrote it
 */
export async function openStore(address: string): Promise<Kysely<Store>> {
  if (isPostgresUrl(address)) return openPostgres<Store>(address, MIGRATIONS);
  refuseEarlierStore(address);
  return openSqlite<Store>(address, MIGRATIONS);
}

/**
 * Opens a console's store for reading, beside what writes it.
 * @throws StartError if there is no such file, or it cannot be read
 */
export function openStoreReader(address: string): Kysely<Store> {
  return isPostgresUrl(address) ? openPostgresReader<Store>(address) : openReadOnly<Store>(address);
}
