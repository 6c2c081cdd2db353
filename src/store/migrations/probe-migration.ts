import type { Kysely } from 'kysely';

/** The table for test writes; otherwise empty. */
export async function storeProbe(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('store_probe')
    .addColumn('id', 'integer', (column) => column.notNull().primaryKey())
    .addColumn('filler', 'text', (column) => column.notNull())
    .execute();
}
