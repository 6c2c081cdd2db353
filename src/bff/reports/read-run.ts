import type { Kysely } from 'kysely';
import {
  ENTITY_STATES,
  RUN_STATES,
  type ReportRun,
  type RunEntityState,
  type RunProgress,
} from '../../contract/console/report-run.ts';
import { z } from '../../contract/zod.ts';
import { isoInstant } from '../../domain/instant.ts';
import { dateIn } from '../../domain/time.ts';
import type { ReportRunRow } from '../store/report-schema.ts';
import type { Store } from '../store/schema.ts';
import { definitionOf, savedOf, tariffOf } from './runs.ts';

/**
 * How far a run is. What is left is estimated from the requests since it was begun or resumed, and the
 * pages that an Entity has taken so far.
 * @param now milliseconds since the epoch
 */
async function progressOf(db: Kysely<Store>, run: ReportRunRow, now: number): Promise<RunProgress> {
  const rows = await db
    .selectFrom('report_entities')
    .where('run_no', '=', run.run_no)
    .groupBy('state')
    .select((row) => [
      'state',
      row.fn.countAll<number | string>().as('entities'),
      row.fn.sum<number | string>('pages').as('pages'),
      row.fn.sum<number | string>('sessions').as('sessions'),
    ])
    .execute();
  const of = (state: string) => Number(rows.find((row) => row.state === state)?.entities ?? 0);
  const sum = (name: 'pages' | 'sessions') => rows.reduce((all, row) => all + Number(row[name]), 0);
  const [done, failed, waiting] = [of('done'), of('failed'), of('waiting')];
  const pages = sum('pages');
  const donePages = Number(rows.find((row) => row.state === 'done')?.pages ?? 0);
  const since = run.requests - run.resumed_requests;
  const left = waiting * (done === 0 ? 1 : donePages / done) - (pages - donePages);
  const canSay = run.state === 'running' && since > 0 && done > 0 && now > run.resumed_at;
  return {
    entities: { total: done + failed + waiting, done, failed, waiting },
    pages,
    sessions: sum('sessions'),
    requests: run.requests,
    // At least a page for each Entity that waits.
    remainingMs: canSay ? (Math.max(left, waiting) * (now - run.resumed_at)) / since : null,
  };
}

/** A run as it stands. */
export async function readRun(
  db: Kysely<Store>,
  run: ReportRunRow,
  now: number,
): Promise<ReportRun> {
  return {
    id: run.id,
    state: z.enum(RUN_STATES).parse(run.state),
    operator: run.operator_name,
    createdAt: isoInstant(run.created_at),
    finishedAt: run.finished_at === null ? null : isoInstant(run.finished_at),
    definition: definitionOf(run),
    saved: savedOf(run),
    tariff: tariffOf(run),
    from: dateIn(run.zone, run.start_ms),
    to: dateIn(run.zone, run.end_ms - 1),
    progress: await progressOf(db, run, now),
    hash: run.manifest_hash,
  };
}

/**
 * Entities of a run, failed ones first, then in the order of the run.
 * @param limit at most so many
 */
export async function readRunEntities(
  db: Kysely<Store>,
  runNo: number,
  limit: number,
): Promise<RunEntityState[]> {
  const of = (failed: boolean, most: number) =>
    db
      .selectFrom('report_entities')
      .where('run_no', '=', runNo)
      .where('state', failed ? '=' : '<>', 'failed')
      .orderBy('entity_no')
      .limit(most)
      .selectAll()
      .execute();
  const failed = await of(true, limit);
  const rows = [
    ...failed,
    ...(failed.length < limit ? await of(false, limit - failed.length) : []),
  ];
  return rows.map((row) => ({
    entityId: row.entity_id,
    name: row.name,
    type: row.type,
    state: z.enum(ENTITY_STATES).parse(row.state),
    pages: row.pages,
    sessions: row.sessions,
    duplicates: row.duplicates,
    capture: row.capture === null ? null : row.capture === 1,
    error: row.error,
  }));
}
