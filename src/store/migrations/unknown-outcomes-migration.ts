import type { Kysely } from 'kysely';
import type { Store } from '../schema/schema.ts';

const INTENT_COLUMNS = [
  'next_check_at',
  'late_find_at',
  'clock_low',
  'clock_high',
  'clock_after_low',
  'clock_after_high',
];

/** Data on Entities whose outcome is unknown: how many, when they are checked, who closed it. */
export async function unknownOutcomes(db: Kysely<unknown>): Promise<void> {
  for (const name of INTENT_COLUMNS) {
    await db.schema.alterTable('intents').addColumn(name, 'bigint').execute();
  }
  await db.schema
    .alterTable('intents')
    .addColumn('unaccounted', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  for (const name of ['clock_low', 'clock_high', 'clock_confirmed', 'horizon_at']) {
    await db.schema.alterTable('resolutions').addColumn(name, 'bigint').execute();
  }
  for (const name of ['found_late_at', 'recheck_at']) {
    await db.schema.alterTable('commands').addColumn(name, 'bigint').execute();
  }
  await db.schema
    .createTable('closings')
    .addColumn('intent_id', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('verdict', 'text', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('operator_id', 'text', (column) => column.notNull())
    .addColumn('operator_name', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('closings_key', ['intent_id', 'at'])
    .execute();
  const index = (table: string, column: string) =>
    db.schema.createIndex(`${table}_by_${column}`).on(table).columns([column]).execute();
  await index('intents', 'next_check_at');
  await index('commands', 'recheck_at');
  // Earlier unknown outcomes are checked once more by the new rules.
  const store = db.withTables<Pick<Store, 'intents'>>();
  await store
    .updateTable('intents')
    .set((row) => ({ unaccounted: row.ref('member_count'), next_check_at: row.ref('outcome_at') }))
    .where('outcome', '=', 'unknown')
    .execute();
}
