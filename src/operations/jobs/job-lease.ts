import { randomUUID } from 'node:crypto';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Clock } from '../../lib/clock.ts';
import type { JobRow } from '../../store/schema/job-schema.ts';
import type { Store } from '../../store/schema/schema.ts';

/** How long a process that was killed keeps its jobs, in milliseconds. */
export const LEASE_MS = 30_000;
/** What is left of a lease when it is renewed. */
const RENEW_MS = LEASE_MS / 2;

/** The jobs of one process: no other sends or settles their items until its lease ends. */
export interface JobLease {
  /**
   * Takes jobs with work left that no living process has, and renews its own.
   * @returns its jobs, oldest first
   */
  claim(): Promise<JobRow[]>;
  /**
   * Renews the lease of a running job, and locks it against a stop until the transaction ends.
   * @returns false if nothing may be sent for it: it was stopped, or another process may have it
   */
  holds(trx: Transaction<Store>, jobId: string): Promise<boolean>;
  /** Leaves its jobs to others. */
  release(): Promise<void>;
}

/** Creates the lease of this process. */
export function createJobLease(db: Kysely<Store>, clock: Pick<Clock, 'now'>): JobLease {
  const owner = randomUUID();

  return {
    async claim() {
      const now = clock.now();
      const hasItem = (state: string) => sql`exists (select 1 from job_items i
        where i.job_id = jobs.id and i.state = ${state})`;
      // A stopped job is claimed to settle what is in doubt, or to end.
      await sql`update jobs set claimed_by = ${owner}, claimed_until = ${now + LEASE_MS}
        where (state = 'running' or state = 'stopped' and (${hasItem('sending')} or not ${hasItem('waiting')}))
          and (claimed_by is null or claimed_until <= ${now}
            or claimed_by = ${owner} and claimed_until < ${now + RENEW_MS})`.execute(db);
      return db
        .selectFrom('jobs')
        .where('state', 'in', ['running', 'stopped'])
        .where('claimed_by', '=', owner)
        .where('claimed_until', '>', now)
        .orderBy('created_at')
        .orderBy('id')
        .selectAll()
        .execute();
    },
    async holds(trx, jobId) {
      const now = clock.now();
      const held = await trx
        .updateTable('jobs')
        .set({ claimed_by: owner, claimed_until: now + LEASE_MS })
        .where('id', '=', jobId)
        .where('state', '=', 'running')
        .where('claimed_by', '=', owner)
        .where('claimed_until', '>', now)
        .returning('id')
        .executeTakeFirst();
      return held !== undefined;
    },
    async release() {
      await db
        .updateTable('jobs')
        .set({ claimed_by: null, claimed_until: null })
        .where('claimed_by', '=', owner)
        .execute();
    },
  };
}

/** Ends all leases, for a process that is known to be the only one on its store. */
export async function endLeases(db: Kysely<Store>): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ claimed_by: null, claimed_until: null })
    .where('claimed_by', 'is not', null)
    .execute();
}
