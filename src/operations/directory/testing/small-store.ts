import type { Kysely } from 'kysely';
import { SMALL_DIRECTORY } from '../../../server/testing/console-harness.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { memoryStore } from '../../../store/testing/memory-store.ts';
import { importDirectory } from '../import.ts';

/** A separate store for one test with a fleet of two cars. @param at when it was imported, in milliseconds */
export async function smallStore(at: number): Promise<Kysely<Store>> {
  const db = await memoryStore();
  await importDirectory(db, SMALL_DIRECTORY, 'import', at);
  return db;
}
