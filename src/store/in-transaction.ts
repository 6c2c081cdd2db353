import { Transaction, type Kysely } from 'kysely';
import type { Store } from './schema/schema.ts';

/** A transaction, for who only hands it on. */
export type StoreTransaction = Transaction<Store>;

/** Runs work in the given transaction, or in one of its own if it gets none. */
export function inTransaction<Tables, T>(
  db: Kysely<Tables>,
  work: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  return db instanceof Transaction ? work(db) : db.transaction().execute(work);
}
