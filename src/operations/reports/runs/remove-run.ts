import { sql, type Kysely } from 'kysely';
import type { Clock } from '../../../lib/clock.ts';
import { REASON_HEADER } from '../../../contract/console/headers.ts';
import { denialReason, permits } from '../../../domain/permissions.ts';
import { runTitle } from '../../../domain/reports/report-labels.ts';
import { dateIn } from '../../../domain/time.ts';
import { failure, invalid } from '../../../http/problems.ts';
import type { SignedIn } from '../../../http/signed-in.ts';
import type { ReportRunRow } from '../../../store/schema/report-schema.ts';
import { inTransaction } from '../../../store/in-transaction.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { lockReports } from '../lock-reports.ts';
import { createWorkLoop, type WorkLoop } from '../../../lib/work-loop.ts';
import { expireDrafts, forgetRemovedDrafts } from './draft-life.ts';
import { definitionOf, findReport } from './runs.ts';
import { hideRuns } from './hide-runs.ts';

/** Approximate number of rows that are removed in one transaction, before others have their turn. */
const AT_ONCE = 2000;
/** Pause between two steps, in which others use the store, in milliseconds. */
const PAUSE_MS = 10;
/** Pause while there is nothing to remove, in milliseconds. */
const IDLE_MS = 600_000;
const ERROR_PAUSE_MS = 30_000;

interface Part {
  table: string;
  /** Columns of the key after the run's number. */
  fixed: readonly string[];
  range: string;
  /** How many numbers of the range are removed at a time. */
  span: number;
}

/** The tables of a run. Its Entities go first, so that nothing more of them can be stored. */
const PARTS: readonly Part[] = [
  { table: 'report_entities', fixed: [], range: 'entity_no', span: 500 },
  { table: 'report_slices', fixed: ['entity_no'], range: 'session_no', span: 300 },
  { table: 'report_sessions', fixed: ['entity_no'], range: 'session_no', span: 1000 },
  { table: 'report_findings', fixed: ['kind', 'entity_no'], range: 'session_no', span: 1000 },
  { table: 'report_finding_counts', fixed: ['kind'], range: 'entity_no', span: 1000 },
  { table: 'report_entity_cells', fixed: ['unit_no'], range: 'entity_no', span: 5 },
  { table: 'report_place_cells', fixed: ['unit_no'], range: 'place_no', span: 5 },
  // Minutes since the epoch, so this is 1,000 hours.
  { table: 'report_time_cells', fixed: ['unit_no'], range: 'hour_at', span: 60_000 },
  { table: 'report_places', fixed: [], range: 'place_no', span: 500 },
];

/** Removes the first rows of a table. @returns how many */
async function removeFirst(trx: Kysely<Store>, runNo: number, part: Part): Promise<number> {
  const key = [...part.fixed, part.range].join(', ');
  const table = sql.raw(part.table);
  const { rows } = await sql<Record<string, string | number>>`select ${sql.raw(key)} from ${table}
    where run_no = ${runNo} order by ${sql.raw(key)} limit 1`.execute(trx);
  const [first] = rows;
  if (first === undefined) return 0;
  const same = part.fixed.map((column) => sql`${sql.raw(column)} = ${first[column]}`);
  const from = Number(first[part.range]);
  const { numAffectedRows = 0n } = await sql`delete from ${table} where ${sql.join(
    [
      sql`run_no = ${runNo}`,
      ...same,
      sql`${sql.raw(part.range)} between ${from} and ${from + part.span - 1}`,
    ],
    sql` and `,
  )}`.execute(trx);
  return Number(numAffectedRows);
}

/** Removes some rows of a deleted run; at the end only the run's own row is left. */
async function removeSome(db: Kysely<Store>, runNo: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    let removed = 0;
    for (const part of PARTS) {
      for (;;) {
        const count = await removeFirst(trx, runNo, part);
        if (count === 0) break;
        removed += count;
        if (removed >= AT_ONCE) return;
      }
    }
    await trx
      .updateTable('report_runs')
      .where('run_no', '=', runNo)
      .set({
        state: 'gone',
        definition: '{}',
        tariff: null,
        manifest: null,
        progress: null,
        before_sums: null,
      })
      .execute();
    await forgetRemovedDrafts(trx);
  });
}

/** Who deletes a run, and why; a sealed one needs a reason. */
interface Deletion {
  by: Pick<SignedIn, 'operator'>;
  reason: string | null;
}

/** Refuses the deletion of a sealed run without the permission or a reason. */
function checkSealed(run: ReportRunRow, { by: { operator }, reason }: Deletion): void {
  if (run.manifest_hash === null) return;
  if (!permits(operator.role, 'delete-sealed-report')) {
    throw failure(403, 'forbidden', denialReason(operator.role, 'delete-sealed-report'));
  }
  if (reason === null) {
    throw invalid(
      REASON_HEADER,
      'This report is sealed; deleting it needs a reason. Nothing was deleted.',
    );
  }
}

/**
 * Deletes a run: it is hidden at once, and its rows are removed in small steps. The audit log keeps which
 * figures they were.
 * @returns what it keeps
 * @throws Failure 404; 409 while it is running; for a sealed one 403 if the role may not, and 400
 *   without a reason
 */
export async function deleteRun(
  db: Kysely<Store>,
  id: string,
  deletion: Deletion,
): Promise<object> {
  return inTransaction(db, async (trx) => {
    await lockReports(trx);
    const run = await findReport(trx, id);
    if (run.state === 'running') {
      throw failure(
        409,
        'invalid_request',
        'This report is running. Stop it first, then delete it; nothing was deleted.',
      );
    }
    checkSealed(run, deletion);
    await hideRuns(trx, [run.run_no]);
    return {
      hash: run.manifest_hash,
      sealedBy: run.sealed_by,
      title: runTitle({ name: run.name, definition: definitionOf(run) }),
      from: dateIn(run.zone, run.start_ms),
      to: dateIn(run.zone, run.end_ms - 1),
      reason: deletion.reason,
    };
  });
}

/** Removes the data of deleted runs and expired drafts, also after a restart; `wake` starts it. */
export function createRunRemover(parts: {
  db: Kysely<Store>;
  clock: Clock;
  onError(error: unknown): void;
}): WorkLoop {
  const { db } = parts;
  return createWorkLoop({
    clock: parts.clock,
    async look() {
      await expireDrafts(db, parts.clock.now());
      const next = await db
        .selectFrom('report_runs')
        .where('state', '=', 'deleted')
        .orderBy('run_no')
        .limit(1)
        .select('run_no')
        .executeTakeFirst();
      if (next === undefined) return IDLE_MS;
      await removeSome(db, next.run_no);
      return PAUSE_MS;
    },
    holdMs: () => 0,
    errorPauseMs: ERROR_PAUSE_MS,
    onError: (error) => {
      parts.onError(error);
    },
  });
}
