import type { Kysely } from 'kysely';

/** Browsers in which an operator has signed in before, by the hash of their cookie. */
export async function knownBrowsers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('known_browsers')
    .addColumn('id_hash', 'text', (column) => column.notNull())
    .addColumn('operator_id', 'text', (column) => column.notNull())
    .addColumn('last_used_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('known_browsers_key', ['id_hash', 'operator_id'])
    .execute();
}
