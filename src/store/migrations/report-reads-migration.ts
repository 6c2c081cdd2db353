import type { Kysely } from 'kysely';

/** Reports copy sessions from the fleet store: which reads they request, and how old each Entity's data is. */
export async function reportReads(db: Kysely<unknown>): Promise<void> {
  const change = () => db.schema.alterTable('report_entities');
  await change().addColumn('asked', 'text').execute();
  await change().addColumn('asked_at', 'bigint').execute();
  await change().addColumn('read_at', 'bigint').execute();
  await change().addColumn('known_from', 'bigint').execute();
}

/** Sums of a run's Entities in the period before, once computed. */
export async function reportBefore(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('report_runs').addColumn('before_sums', 'text').execute();
}
