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

/** The Service's answers about membership of a Collective, until confirmed or dismissed. */
export async function membershipNews(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('membership_sightings')
    .addColumn('collective_id', 'text', (column) => column.notNull())
    .addColumn('entity_id', 'text', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('batches', 'integer', (column) => column.notNull())
    .addColumn('removals', 'integer', (column) => column.notNull())
    .addColumn('first_seen_at', 'bigint', (column) => column.notNull())
    .addColumn('last_seen_at', 'bigint', (column) => column.notNull())
    .addColumn('decided_at', 'bigint')
    .addColumn('decided_by', 'text')
    .addPrimaryKeyConstraint('membership_sightings_key', ['collective_id', 'entity_id'])
    .execute();
  await db.schema
    .createTable('membership_leavings')
    .addColumn('collective_id', 'text', (column) => column.notNull())
    .addColumn('entity_id', 'text', (column) => column.notNull())
    .addColumn('told_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('membership_leavings_key', ['collective_id', 'entity_id'])
    .execute();
  // Entities that joined by a single answer so far can be reviewed and removed again.
  await sql`insert into membership_sightings
    select memberships.collective_id, memberships.entity_id, memberships.source, 'joined',
      count(intents.id), 0, min(intents.created_at), max(intents.created_at),
      memberships.known_at, null
    from memberships
    join also_commanded on also_commanded.entity_id = memberships.entity_id
    join intents on intents.id = also_commanded.intent_id
      and intents.collective_id = memberships.collective_id
    where memberships.source = 'batch'
    group by memberships.collective_id, memberships.entity_id, memberships.source,
      memberships.known_at`.execute(db);
}
