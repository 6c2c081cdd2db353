import { sql, type Kysely } from 'kysely';

/** Entities that an answer commanded without being known members at the send. */
export async function alsoCommanded(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('also_commanded')
    .addColumn('intent_id', 'text', (column) => column.notNull())
    .addColumn('entity_id', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('also_commanded_key', ['intent_id', 'entity_id'])
    .execute();
  await db.schema
    .createIndex('also_commanded_by_entity')
    .on('also_commanded')
    .columns(['entity_id', 'intent_id'])
    .execute();
  await sql`insert into also_commanded (intent_id, entity_id)
    select distinct commands.intent_id, commands.entity_id from commands
    where not exists (
      select 1 from intent_members
      where intent_members.intent_id = commands.intent_id
        and intent_members.entity_id = commands.entity_id
    )`.execute(db);
}
