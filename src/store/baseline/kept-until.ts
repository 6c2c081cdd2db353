import { sql, type Kysely } from 'kysely';

/** Sealed reports have a last day, and the hash of the request that sealed them. */
export async function keptUntil(db: Kysely<unknown>): Promise<void> {
  for (const column of ['asked', 'kept_until', 'kept_zone']) {
    await sql.raw(`alter table sealed_reports add column ${column} text`).execute(db);
  }
}
