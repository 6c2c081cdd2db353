import { sql, type Kysely } from 'kysely';

async function index(db: Kysely<unknown>, name: string, on: string, columns: string[]) {
  await db.schema.createIndex(name).on(on).columns(columns).execute();
}

async function createReads(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('fleet_reads')
    .addColumn('entity_id', 'text', (column) => column.notNull())
    .addColumn('resource', 'text', (column) => column.notNull())
    .addColumn('rank', 'integer', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addColumn('claimed_until', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('read_at', 'bigint')
    .addColumn('tried_at', 'bigint')
    .addColumn('tries', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('message', 'text')
    .addColumn('known_from', 'bigint')
    .addColumn('wide_at', 'bigint')
    .addColumn('asked_from', 'bigint')
    .addColumn('hash', 'text')
    .addPrimaryKeyConstraint('fleet_reads_key', ['entity_id', 'resource'])
    .execute();
  await index(db, 'fleet_reads_by_due', 'fleet_reads', ['rank', 'due_at', 'entity_id']);
  await index(db, 'fleet_reads_by_state', 'fleet_reads', [
    'resource',
    'tries',
    'read_at',
    'due_at',
  ]);
  await db.schema
    .createTable('fleet_requests')
    .addColumn('hour_at', 'bigint', (column) => column.notNull())
    .addColumn('resource', 'text', (column) => column.notNull())
    .addColumn('count', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('fleet_requests_key', ['hour_at', 'resource'])
    .execute();
}

async function createRows(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('fleet_documents')
    .addColumn('entity_id', 'text', (column) => column.notNull())
    .addColumn('resource', 'text', (column) => column.notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('known_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('fleet_documents_key', ['entity_id', 'resource'])
    .execute();
  await db.schema
    .createTable('fleet_sessions')
    .addColumn('entity_id', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('current', 'integer', (column) => column.notNull())
    .addColumn('start_ms', 'bigint')
    .addColumn('end_ms', 'bigint')
    .addColumn('created_ms', 'bigint')
    .addColumn('energy', 'bigint')
    .addColumn('unit', 'text', (column) => column.notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull())
    .addColumn('seen_at', 'bigint', (column) => column.notNull())
    .addColumn('gone_at', 'bigint')
    .addPrimaryKeyConstraint('fleet_sessions_key', ['entity_id', 'id', 'version'])
    .execute();
  // Energy of some Entities is added up from this index alone.
  // Without the summed columns, SQLite would use the index over all Entities for a single one.
  await index(db, 'fleet_sessions_by_start', 'fleet_sessions', [
    'entity_id',
    'current',
    'start_ms',
    'end_ms',
    'unit',
    'energy',
  ]);
  // Energy of all Entities over some weeks is added up from this index alone.
  await index(db, 'fleet_sessions_by_time', 'fleet_sessions', [
    'current',
    'start_ms',
    'entity_id',
    'unit',
    'energy',
  ]);
  await db.schema
    .createTable('fleet_commands')
    .addColumn('entity_id', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('type', 'text')
    .addColumn('value', 'text')
    .addColumn('trigger_at', 'bigint')
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('verdict', 'text', (column) => column.notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('known_at', 'bigint', (column) => column.notNull())
    .addColumn('changed_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('fleet_commands_key', ['entity_id', 'id'])
    .execute();
  await index(db, 'fleet_commands_by_entity', 'fleet_commands', ['entity_id', 'trigger_at']);
  await index(db, 'fleet_commands_by_time', 'fleet_commands', ['trigger_at', 'verdict']);
  await db.schema
    .createTable('fleet_changes')
    .addColumn('entity_id', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('fleet_changes_key', ['entity_id'])
    .execute();
}

/** The fleet store. Known places move into it; the runs that read them are dropped. */
export async function fleet(db: Kysely<unknown>): Promise<void> {
  await createReads(db);
  await createRows(db);
  await sql`insert into fleet_reads (entity_id, resource, rank, due_at, read_at, tried_at, tries, message)
    select entity_id, 'locations', 1, coalesce(read_at, 0), read_at, at,
      case when state = 'failed' then 1 else 0 end, words
    from place_reads`.execute(db);
  await db.schema.dropTable('place_reads').execute();
  await db.schema.dropTable('gatherings').execute();
}
