import type { Kysely } from 'kysely';

/** The custom properties of Collectives from the Service's last answer. */
export async function collectiveProperties(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('collective_properties')
    .addColumn('collective_id', 'text', (column) => column.notNull())
    .addColumn('properties', 'text', (column) => column.notNull())
    .addColumn('told_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('collective_properties_key', ['collective_id'])
    .execute();
}
