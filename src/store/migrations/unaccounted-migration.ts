import type { Kysely } from 'kysely';

/** Finds batches without a known Command without scanning all accepted ones. */
export async function unaccountedBatches(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('intents_by_unaccounted')
    .on('intents')
    .column('unaccounted')
    .execute();
}
