import { sql, type Kysely } from 'kysely';

/** When the Offboarding Requests were read stands with all other reads; it was a counter before. */
export async function oneSchedule(db: Kysely<unknown>): Promise<void> {
  await sql`insert into fleet_reads (entity_id, resource, rank, due_at, read_at, tried_at)
    select '', 'offboarding', 1, value, value, value from counters
    where name = 'offboarding-read'`.execute(db);
  await sql`delete from counters where name = 'offboarding-read'`.execute(db);
}
