import type { Kysely } from 'kysely';

/** When a change was made and when a Command was requested: earlier answers must not overwrite later ones. */
export async function olderAnswers(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('fleet_reads').addColumn('changed_at', 'bigint').execute();
  await db.schema.alterTable('fleet_commands').addColumn('asked_at', 'bigint').execute();
}
