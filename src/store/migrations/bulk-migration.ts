import type { Kysely } from 'kysely';

/** Changes of many Entities, with the outcome of each. */
export async function bulk(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('bulk_runs')
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('operator_id', 'text', (column) => column.notNull())
    .addColumn('operator_name', 'text', (column) => column.notNull())
    .addColumn('session_hash', 'text', (column) => column.notNull())
    .addColumn('reason', 'text')
    .addColumn('chosen_by', 'text', (column) => column.notNull())
    .addColumn('origin', 'text')
    .addColumn('change', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('body_hash', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('total', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('finished_at', 'bigint')
    .addPrimaryKeyConstraint('bulk_runs_key', ['id'])
    .execute();
  await db.schema
    .createIndex('bulk_runs_by_state')
    .on('bulk_runs')
    .columns(['state', 'created_at'])
    .execute();
  await db.schema
    .createTable('bulk_items')
    .addColumn('run_id', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('entity_id', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('wanted', 'text', (column) => column.notNull())
    .addColumn('before', 'text')
    .addColumn('before_at', 'bigint')
    .addColumn('after', 'text')
    .addColumn('after_at', 'bigint')
    .addColumn('words', 'text')
    .addColumn('at', 'bigint')
    .addPrimaryKeyConstraint('bulk_items_key', ['run_id', 'position'])
    .execute();
  await db.schema
    .createIndex('bulk_items_by_state')
    .on('bulk_items')
    .columns(['run_id', 'state', 'position'])
    .execute();
  await db.schema
    .createIndex('bulk_items_by_entity')
    .on('bulk_items')
    .columns(['entity_id', 'state'])
    .execute();
}

/** The cause of each Entity's result, as a code with data; texts stored earlier stay. */
export async function bulkNotes(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('bulk_items').addColumn('note', 'text').execute();
}

/** The Offboarding Request of each Entity, for runs that offboard. */
export async function bulkRequests(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('bulk_items').addColumn('request_id', 'text').execute();
}
