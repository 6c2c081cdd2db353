import type { Kysely } from 'kysely';

/** Who sealed a report, and when; unknown for reports sealed before. */
export async function reportSeals(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('report_runs').addColumn('sealed_at', 'bigint').execute();
  await db.schema.alterTable('report_runs').addColumn('sealed_by', 'text').execute();
}

/** The idempotency key with which a report was sealed; unknown for reports sealed before. */
export async function sealKeys(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('report_runs').addColumn('seal_key', 'text').execute();
}
