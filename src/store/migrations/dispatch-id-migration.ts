import { sql, type Kysely } from 'kysely';

/** Tables of a dispatch. The audit log keeps the old name: its hashes cover its column names. */
const TABLES = [
  'intent_members',
  'also_commanded',
  'intent_types',
  'intent_batches',
  'commands',
  'command_observations',
  'resolutions',
  'sweeps',
  'seals',
  'closings',
] as const;

/** Renames the id of a dispatch to match the rest of the code. */
export async function dispatchIds(db: Kysely<unknown>): Promise<void> {
  for (const table of TABLES) {
    await db.schema.alterTable(table).renameColumn('intent_id', 'dispatch_id').execute();
  }
  // Findings that were overridden are stored as JSON.
  await sql`update intents set overridden = replace(overridden, '"intentId":', '"dispatchId":')
    where overridden like '%"intentId":%'`.execute(db);
}
