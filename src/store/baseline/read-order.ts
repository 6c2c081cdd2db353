import { sql, type Kysely } from 'kysely';

/** Requested reads no longer take turns by who asked for them. */
export async function readOrder(db: Kysely<unknown>): Promise<void> {
  for (const statement of [
    'drop index fleet_reads_by_turn',
    'drop index fleet_reads_by_asker',
    'alter table fleet_reads drop column turn',
    'alter table fleet_reads drop column asked_by',
  ]) {
    await sql.raw(statement).execute(db);
  }
}
