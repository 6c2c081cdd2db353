import { sql, type Kysely } from 'kysely';

/**
 * Which reads were partial, and when answers were requested: an answer requested earlier must not overwrite
 * a later one. Earlier partial reads are recognised by their message.
 */
export async function partReads(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('fleet_reads').addColumn('partial', 'integer').execute();
  await db.schema.alterTable('fleet_reads').addColumn('asked_at', 'bigint').execute();
  await db.schema.alterTable('fleet_sessions').addColumn('asked_at', 'bigint').execute();
  await db.schema
    .alterTable('fleet_facts')
    .addColumn('partial', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable('fleet_facts').addColumn('partial_message', 'text').execute();
  await sql`update fleet_reads set partial = 1 where message like '%The others are kept.'`.execute(
    db,
  );
  await sql`insert into fleet_changes (entity_id) select distinct entity_id from fleet_reads
    where partial = 1 and entity_id not in (select entity_id from fleet_changes)`.execute(db);
}
