import { sql, type Kysely } from 'kysely';

/** Columns of the list of Entities that are filtered and counted without reading the rows. */
const COUNTED = ['type', 'brand', 'source', 'unreachable_status', 'tags', 'placed', 'marks'];
const SORTED = ['sort_outcome', 'sort_seen', 'sort_energy', 'sort_capacity'];

async function index(db: Kysely<unknown>, name: string, on: string, columns: string[]) {
  await db.schema.createIndex(name).on(on).columns(columns).execute();
}

async function addToEntities(db: Kysely<unknown>): Promise<void> {
  const columns = ['located', ...SORTED].map((name) => [name, '1'] as const);
  for (const [name, value] of [...columns, ['marks', '-uuf----'] as const]) {
    await db.schema
      .alterTable('entities')
      .addColumn(name, 'text', (column) => column.notNull().defaultTo(value))
      .execute();
  }
  await db.schema
    .alterTable('entities')
    .addColumn('placed', 'integer', (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`update entities set placed = 1 where place is not null`.execute(db);
  for (const name of ['entities_listed_by_sort_name', 'entities_listed_by_type']) {
    await db.schema.dropIndex(name).execute();
  }
  const listed = 'entities_listed_by_';
  await index(db, `${listed}sort_name`, 'entities', ['archived', 'sort_name', 'id', ...COUNTED]);
  await index(db, `${listed}type`, 'entities', ['archived', ...COUNTED]);
  for (const by of SORTED) {
    await index(db, `${listed}${by}`, 'entities', ['archived', by, 'sort_name', 'id', 'marks']);
  }
}

/** What lists show of every Entity, ready to sort and filter. */
export async function fleetFacts(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('fleet_facts')
    .addColumn('entity_id', 'text', (column) => column.primaryKey())
    .addColumn('computed_at', 'bigint', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('last_verdict', 'text')
    .addColumn('last_type', 'text')
    .addColumn('last_at', 'bigint')
    .addColumn('last_ours', 'integer')
    .addColumn('commands_at', 'bigint')
    .addColumn('seen_at', 'bigint')
    .addColumn('session_at', 'bigint')
    .addColumn('energy', 'bigint')
    .addColumn('unit', 'text', (column) => column.notNull())
    .addColumn('units', 'integer', (column) => column.notNull())
    .addColumn('days', 'text', (column) => column.notNull())
    .addColumn('last_day', 'integer', (column) => column.notNull())
    .addColumn('sessions_at', 'bigint')
    .addColumn('capacity', 'double precision')
    .addColumn('capacity_at', 'bigint')
    .addColumn('capture', 'integer')
    .addColumn('features_at', 'bigint')
    .addColumn('place', 'text')
    .addColumn('places_at', 'bigint')
    .addColumn('planned_type', 'text')
    .addColumn('planned_at', 'bigint')
    .addColumn('failing', 'integer', (column) => column.notNull())
    .addColumn('message', 'text')
    .addColumn('unread', 'integer', (column) => column.notNull())
    .addColumn('read_at', 'bigint')
    .execute();
  await index(db, 'fleet_facts_by_due', 'fleet_facts', ['due_at', 'entity_id']);
  // Entities of Commands that changed after a version.
  await index(db, 'commands_by_version', 'commands', ['version', 'entity_id']);
  await addToEntities(db);
  await sql`insert into fleet_changes (entity_id) select distinct entity_id from places
    where entity_id not in (select entity_id from fleet_changes)`.execute(db);
}

/** Filters distinguish Commands that were never read from no Commands. */
export async function unreadCommands(db: Kysely<unknown>): Promise<void> {
  await sql`update fleet_facts set due_at = 0`.execute(db);
}

/** From when on sessions are known, since lists must not claim anything about earlier ones. Recomputes all facts. */
export async function sessionsFrom(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('fleet_facts').addColumn('sessions_from', 'bigint').execute();
  await sql`update fleet_facts set due_at = 0`.execute(db);
}
