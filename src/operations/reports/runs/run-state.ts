import type { Kysely } from 'kysely';
import { failure } from '../../../bff/http/problems.ts';
import type { ReportEntityRow } from '../../../store/schema/report-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { nextVersion } from '../../../store/version.ts';
import { findRun } from './runs.ts';
import { storeFindings } from './store-findings.ts';

type EntityKey = Pick<ReportEntityRow, 'run_no' | 'entity_no'>;

/** Ends the reading of an Entity with the reason; what was read of it is kept. */
export async function failEntity(
  db: Kysely<Store>,
  entity: EntityKey,
  message: string,
  now: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('report_entities')
      .where('run_no', '=', entity.run_no)
      .where('entity_no', '=', entity.entity_no)
      .where('state', '=', 'waiting')
      .set({ state: 'failed', error: message, changed_at: now })
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    await storeFindings(trx, entity, [{ kind: 'not-read', sessionNo: 0, detail: message }]);
  });
}

/** Keeps whether sessions of an Entity are captured; where they are not, that is a finding. */
export async function storeCapture(
  db: Kysely<Store>,
  entity: EntityKey,
  captured: boolean | null,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('report_entities')
      .where('run_no', '=', entity.run_no)
      .where('entity_no', '=', entity.entity_no)
      .where('capture', 'is', null)
      .set({ capture: captured === null ? null : Number(captured) })
      .executeTakeFirst();
    if (numUpdatedRows === 0n || captured !== false) return;
    await storeFindings(trx, entity, [{ kind: 'capture-off', sessionNo: 0, detail: null }]);
  });
}

async function resume(trx: Kysely<Store>, runNo: number, now: number): Promise<void> {
  const version = await nextVersion(trx);
  await trx
    .updateTable('report_runs')
    .where('run_no', '=', runNo)
    .set((row) => ({
      state: 'running',
      resumed_at: now,
      resumed_requests: row.ref('requests'),
      finished_at: null,
      manifest: null,
      manifest_hash: null,
      progress: null,
      version,
    }))
    .execute();
}

/**
 * Stops a running run, or resumes a stopped one where it stands.
 * @throws Failure 404; 409 where it is neither
 */
export async function changeRunState(
  db: Kysely<Store>,
  id: string,
  to: 'running' | 'stopped',
  now: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const run = await findRun(trx, id);
    if (run.state === to) return;
    if (run.state !== 'running' && run.state !== 'stopped') {
      throw failure(409, 'invalid_request', 'This report has been read to its end.');
    }
    if (to === 'running') return resume(trx, run.run_no, now);
    await trx
      .updateTable('report_runs')
      .where('run_no', '=', run.run_no)
      .set({ state: 'stopped', version: await nextVersion(trx) })
      .execute();
  });
}

/**
 * Has Entities that could not be read be read again, each from where its reading stands.
 * @param entityId one Entity; null: all that failed
 * @returns how many
 * @throws Failure 404; 409 where nothing failed
 */
export function retryFailed(
  db: Kysely<Store>,
  id: string,
  entityId: string | null,
  now: number,
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const run = await findRun(trx, id);
    const failed = await trx
      .selectFrom('report_entities')
      .where('run_no', '=', run.run_no)
      .where('state', '=', 'failed')
      .$if(entityId !== null, (query) => query.where('entity_id', '=', entityId ?? ''))
      .select('entity_no')
      .execute();
    if (failed.length === 0) {
      throw failure(409, 'invalid_request', 'No Entity is left that could not be read.');
    }
    for (const { entity_no } of failed) {
      for (const table of ['report_findings', 'report_finding_counts'] as const) {
        await trx
          .deleteFrom(table)
          .where('run_no', '=', run.run_no)
          .where('kind', '=', 'not-read')
          .where('entity_no', '=', entity_no)
          .execute();
      }
      await trx
        .updateTable('report_entities')
        .where('run_no', '=', run.run_no)
        .where('entity_no', '=', entity_no)
        .set({ state: 'waiting', changed_at: now })
        .execute();
    }
    await resume(trx, run.run_no, now);
    return failed.length;
  });
}
