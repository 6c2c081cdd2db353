import type { Kysely } from 'kysely';
import type { StandingGroups } from '../../../contract/console/report-stand.ts';
import type { Store } from '../../../store/schema/schema.ts';
import type { SignedIn } from '../../../http/signed-in.ts';
import { findRunFor } from '../runs/runs.ts';
import { readGroups, type GroupsAsk } from './read-groups.ts';
import { readRun } from './read-run.ts';

/**
 * Rows of a grouped report with its run's progress, both from the same moment while the run is being read.
 * @param now milliseconds since the epoch
 * @throws Failure 404
 */
export async function readStandingGroups(
  db: Kysely<Store>,
  id: string,
  ask: GroupsAsk,
  by: Pick<SignedIn, 'operator'>,
  now: number,
): Promise<StandingGroups> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const run = await findRunFor(trx, id, by);
      const { state, progress } = await readRun(trx, run, now);
      return { ...(await readGroups(trx, run.run_no, ask)), stand: { state, progress } };
    });
}
