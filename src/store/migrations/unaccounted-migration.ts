import type { Kysely } from 'kysely';

/** Batches of which no Command is known are found without looking at all accepted ones. */
export async function unaccountedBatches(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('intents_by_unaccounted')
    .on('intents')
    .column('unaccounted')
    .execute();
}
