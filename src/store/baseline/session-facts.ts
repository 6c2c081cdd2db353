import { sql, type Kysely } from 'kysely';

/** Reports read what they count of a session from a column of its own. */
export async function sessionFacts(db: Kysely<unknown>): Promise<void> {
  await sql`alter table fleet_sessions add column facts text`.execute(db);
}
