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

/** Runs work in a transaction that is undone, to see what it would do. */
export async function undoneTransaction<Tables, T>(
  db: Kysely<Tables>,
  work: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  const undone = new Error('undone');
  const results: T[] = [];
  try {
    await db.transaction().execute(async (trx) => {
      results.push(await work(trx));
      throw undone;
    });
  } catch (error) {
    if (error === undone) for (const result of results) return result;
    throw error;
  }
  throw undone;
}
