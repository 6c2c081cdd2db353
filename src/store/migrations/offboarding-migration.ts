import type { Kysely } from 'kysely';

/** Offboarding Requests from the Service's last answer. */
export async function offboardingRequests(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('offboarding_requests')
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('entity_id', 'text')
    .addColumn('status', 'text')
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('known_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('offboarding_requests_key', ['id'])
    .execute();
  await db.schema
    .createIndex('offboarding_requests_by_status')
    .on('offboarding_requests')
    .columns(['status', 'entity_id'])
    .execute();
}
