import type { Kysely } from 'kysely';

/** Where it is tried whether the store can be written; empty otherwise. */
export async function storeProbe(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('store_probe')
    .addColumn('id', 'integer', (column) => column.notNull().primaryKey())
    .addColumn('filler', 'text', (column) => column.notNull())
    .execute();
}
