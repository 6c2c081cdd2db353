import { sql, type Kysely } from 'kysely';

/** Moves the last read of Offboarding Requests from a counter to the other reads. */
export async function oneSchedule(db: Kysely<unknown>): Promise<void> {
  await sql`insert into fleet_reads (entity_id, resource, rank, due_at, read_at, tried_at)
    select '', 'offboarding', 1, value, value, value from counters
    where name = 'offboarding-read'`.execute(db);
  await sql`delete from counters where name = 'offboarding-read'`.execute(db);
}
