import { PostgresAdapter, type Kysely } from 'kysely';

/** Whether a transaction must lock rows to be alone with them. In SQLite the one connection is the lock. */
export function hasRowLocks<Schema>(db: Kysely<Schema>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}
