import type { Kysely } from 'kysely';
import { failure } from '../../../http/problems.ts';
import { chunks } from '../../../store/chunks.ts';
import type { ReportRunRow } from '../../../store/schema/report-schema.ts';
import { inTransaction } from '../../../store/in-transaction.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { lockReports } from '../lock-reports.ts';
import { askForReads } from './bring-up-to-date.ts';
import { findReport, findRunFor } from './runs.ts';
import type { SignedIn } from '../../../http/signed-in.ts';

async function resume(trx: Kysely<Store>, runNo: number, now: number): Promise<void> {
  await trx
    .updateTable('report_runs')
    .where('run_no', '=', runNo)
    .set({
      state: 'running',
      resumed_at: now,
      finished_at: null,
      progress: null,
      before_sums: null,
    })
    .execute();
}

/**
 * Stops a running run, or resumes a stopped one where it was.
 * @throws Failure 404; 409 if it is neither
 */
export async function changeRunState(
  db: Kysely<Store>,
  id: string,
  to: 'running' | 'stopped',
  now: number,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await lockReports(trx);
    const run = await findReport(trx, id);
    if (run.state === to) return;
    if (run.state !== 'running' && run.state !== 'stopped') {
      throw failure(409, 'invalid_request', 'This report is finished.');
    }
    if (to === 'running') {
      await resume(trx, run.run_no, now);
      return;
    }
    await trx
      .updateTable('report_runs')
      .where('run_no', '=', run.run_no)
      .set({ state: 'stopped' })
      .execute();
  });
}

async function findUnsealed(
  db: Kysely<Store>,
  id: string,
  by: Pick<SignedIn, 'operator'>,
): Promise<ReportRunRow> {
  const run = await findRunFor(db, id, by);
  if (run.manifest_hash === null) return run;
  throw failure(
    409,
    'invalid_request',
    'This report is sealed and cannot change. Run it again instead.',
  );
}

/**
 * Requests that failed Entities are read again. Wake the fleet's scheduler and the runner afterwards.
 * @param entityId one Entity; null: all that failed
 * @param now milliseconds since the epoch
 * @returns how many
 * @throws Failure 404; 409 if nothing failed, or the run is sealed
 */
export async function retryFailed(
  db: Kysely<Store>,
  id: string,
  entityId: string | null,
  by: Pick<SignedIn, 'operator'>,
  now: number,
): Promise<number> {
  const run = await findUnsealed(db, id, by);
  const failed = await db
    .selectFrom('report_entities')
    .where('run_no', '=', run.run_no)
    .where('state', '=', 'failed')
    .$if(entityId !== null, (query) => query.where('entity_id', '=', entityId ?? ''))
    .select(['entity_no', 'entity_id'])
    .execute();
  if (failed.length === 0) {
    throw failure(409, 'invalid_request', 'No Entity has a failed read.');
  }
  // First: after a crash between the two, it was only read once too often.
  await askForReads(db, run, failed, ['sessions', 'history'], now);
  await inTransaction(db, async (trx) => {
    await findUnsealed(trx, id, by);
    for (const part of chunks(failed.map(({ entity_no: no }) => no))) {
      for (const table of ['report_findings', 'report_finding_counts'] as const) {
        await trx
          .deleteFrom(table)
          .where('run_no', '=', run.run_no)
          .where('kind', '=', 'not-read')
          .where('entity_no', 'in', part)
          .execute();
      }
      await trx
        .updateTable('report_entities')
        .where('run_no', '=', run.run_no)
        .where('entity_no', 'in', part)
        .where('state', '=', 'failed')
        .set({ state: 'waiting', changed_at: now })
        .execute();
    }
    await resume(trx, run.run_no, now);
  });
  return failed.length;
}
