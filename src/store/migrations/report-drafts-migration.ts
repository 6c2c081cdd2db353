import type { Kysely } from 'kysely';

/** Runs that only show figures while a report is defined, and until when. */
export async function reportDrafts(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('report_runs').addColumn('draft_until', 'bigint').execute();
}
