import { sql, type Kysely } from 'kysely';

/**
 * Since when an Entity is known to be offboarded: its request Succeeded, and the Service refuses its id. Lists
 * count by it without reading the rows.
 */
export async function offboardedEntities(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('entities').addColumn('offboarded_at', 'bigint').execute();
  await sql`update entities set offboarded_at = unreachable_at
    where unreachable_status is not null and id in
      (select entity_id from offboarding_requests where status = 'Succeeded')`.execute(db);
  await sql`create index entities_offboarded on entities (id)
    where offboarded_at is not null`.execute(db);
  await db.schema.dropIndex('entities_listed_by_type').execute();
  await db.schema
    .createIndex('entities_listed_by_type')
    .on('entities')
    .columns([
      'archived',
      'type',
      'brand',
      'source',
      'unreachable_status',
      'offboarded_at',
      'tags',
      'placed',
      'marks',
    ])
    .execute();
}
