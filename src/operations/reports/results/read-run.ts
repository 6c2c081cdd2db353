import { sql, type Kysely } from 'kysely';
import {
  ENTITY_STATES,
  type ReportRun,
  type RunChange,
  type RunEntityState,
} from '../../../contract/console/report-run.ts';
import { z } from '../../../contract/zod.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { dateIn } from '../../../domain/time.ts';
import { failure } from '../../../http/problems.ts';
import type { ReportRunRow } from '../../../store/schema/report-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { RUN_COLUMNS, runChangesOf } from '../runs/run-progress.ts';
import { REMOVED, definitionOf, relationOf, savedOf, tariffOf } from '../runs/runs.ts';

/** A run without its manifest, which can be long. */
type Listed = Omit<ReportRunRow, 'manifest' | 'before_sums' | 'seal_key'>;

function shown(run: Listed, change: RunChange): ReportRun {
  return {
    ...change,
    operator: run.operator_name,
    createdAt: isoInstant(run.created_at),
    definition: definitionOf(run),
    saved: savedOf(run),
    name: run.name,
    relation: relationOf(run),
    tariff: tariffOf(run),
    from: dateIn(run.zone, run.start_ms),
    to: dateIn(run.zone, run.end_ms - 1),
  };
}

/**
 * The current state of a run.
 * @param now milliseconds since the epoch
 */
export async function readRun(db: Kysely<Store>, run: Listed, now: number): Promise<ReportRun> {
  const [change] = await runChangesOf(db, [run], now);
  if (change === undefined) throw failure(404, 'not_found', `There is no report run ${run.id}.`);
  return shown(run, change);
}

/**
 * A page of the runs, the newest first.
 * @param now milliseconds since the epoch
 */
export async function readRuns(
  db: Kysely<Store>,
  { limit, offset }: { limit: number; offset: number },
  now: number,
): Promise<{ runs: ReportRun[]; count: number }> {
  const there = db
    .selectFrom('report_runs')
    .where('state', 'not in', REMOVED)
    .where('draft_until', 'is', null);
  const { count } = await there
    .select((row) => row.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  const rows = await there
    .orderBy('run_no', 'desc')
    .limit(limit)
    .offset(offset)
    .select([...RUN_COLUMNS, 'definition', 'tariff'])
    .execute();
  const changes = new Map((await runChangesOf(db, rows, now)).map((change) => [change.id, change]));
  const runs = rows.flatMap((row) => {
    const change = changes.get(row.id);
    return change === undefined ? [] : [shown(row, change)];
  });
  return { runs, count: Number(count) };
}

/**
 * A page of the Entities of a run: those of a state, or all, failed ones first, in the order of the run.
 * @param ask at most `limit` after the first `offset`
 */
export async function readRunEntities(
  db: Kysely<Store>,
  { run_no: runNo, read_from: readFrom }: Pick<ReportRunRow, 'run_no' | 'read_from'>,
  ask: { state?: RunEntityState['state'] | undefined; limit: number; offset: number },
): Promise<{ entities: RunEntityState[]; count: number }> {
  const { state, limit, offset } = ask;
  const own = db
    .selectFrom('report_entities')
    .where('run_no', '=', runNo)
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? ''));
  const { count } = await own
    .select((row) => row.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  const rows = await own
    .orderBy(sql`case when state = 'failed' then 0 else 1 end`)
    .orderBy('entity_no')
    .limit(limit)
    .offset(offset)
    .selectAll()
    .execute();
  return {
    entities: rows.map((row) => ({
      entityId: row.entity_id,
      name: row.name,
      type: row.type,
      state: z.enum(ENTITY_STATES).parse(row.state),
      sessions: row.sessions,
      duplicates: row.duplicates,
      readAt: row.read_at === null ? null : isoInstant(row.read_at),
      lateFrom:
        row.known_from === null || row.known_from <= readFrom ? null : isoInstant(row.known_from),
      capture: row.capture === null ? null : row.capture === 1,
      error: row.error,
    })),
    count: Number(count),
  };
}
