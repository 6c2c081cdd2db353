import type { Kysely } from 'kysely';

/** Reports take sessions over from the fleet store: what they ask for, and as of when each Entity is known. */
export async function reportReads(db: Kysely<unknown>): Promise<void> {
  const change = () => db.schema.alterTable('report_entities');
  await change().addColumn('asked', 'text').execute();
  await change().addColumn('asked_at', 'bigint').execute();
  await change().addColumn('read_at', 'bigint').execute();
  await change().addColumn('known_from', 'bigint').execute();
}

/** What the Entities of a run amounted to in the period before, once it was added up. */
export async function reportBefore(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('report_runs').addColumn('before_sums', 'text').execute();
}
