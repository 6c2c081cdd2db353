import type { Kysely } from 'kysely';
import type { Store } from '../../../store/schema/schema.ts';
import { lockReports } from '../lock-reports.ts';
import { countedProgress } from './run-progress.ts';
import { findRun } from './runs.ts';

/**
 * Finishes a run without waiting Entities, which can then be sealed.
 * @param now milliseconds since the epoch
 * @returns false if an Entity waits, so that the run is not over
 */
export function finishRun(db: Kysely<Store>, id: string, now: number): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await lockReports(trx);
    const run = await findRun(trx, id);
    // A stop, or a retry of an Entity, may have happened meanwhile.
    if (run.state !== 'running') return true;
    const counted = (await countedProgress(trx, [run.run_no], now)).get(run.run_no);
    if (counted === undefined || counted.entities.waiting > 0) return false;
    await trx
      .updateTable('report_runs')
      .where('run_no', '=', run.run_no)
      .set({
        state: counted.entities.failed > 0 ? 'partial' : 'complete',
        finished_at: now,
        progress: JSON.stringify(counted),
      })
      .execute();
    return true;
  });
}
