import type { Kysely } from 'kysely';

async function index(db: Kysely<unknown>, name: string, on: string, columns: string[]) {
  await db.schema.createIndex(name).on(on).columns(columns).execute();
}

/** Places of Entities, the state of reading them, and the runs that read many. */
export async function places(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('places')
    .addColumn('entity_id', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('latitude', 'double precision', (column) => column.notNull())
    .addColumn('longitude', 'double precision', (column) => column.notNull())
    .addColumn('label', 'text')
    .addColumn('search', 'text', (column) => column.notNull())
    .addColumn('odd', 'integer', (column) => column.notNull())
    .addColumn('known_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('places_key', ['entity_id', 'id'])
    .execute();
  await index(db, 'places_by_point', 'places', ['odd', 'latitude', 'longitude', 'entity_id']);
  await db.schema
    .createTable('place_reads')
    .addColumn('entity_id', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('words', 'text')
    .addColumn('at', 'bigint')
    .addColumn('read_at', 'bigint')
    .addColumn('gathering_id', 'text')
    .addColumn('waiting', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('place_reads_key', ['entity_id'])
    .execute();
  await index(db, 'place_reads_waiting', 'place_reads', ['gathering_id', 'waiting', 'entity_id']);
  await index(db, 'place_reads_by_state', 'place_reads', ['state', 'entity_id', 'read_at']);
  await db.schema
    .createTable('gatherings')
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('collective_id', 'text')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('operator_name', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addColumn('finished_at', 'bigint')
    .addColumn('total', 'integer', (column) => column.notNull())
    .addColumn('requests', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('gatherings_key', ['id'])
    .execute();
  // The newest due Command of an Entity.
  await index(db, 'commands_by_due', 'commands', ['entity_id', 'due_at', 'version']);
}
