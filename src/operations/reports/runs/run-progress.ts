import type { Kysely } from 'kysely';
import { RunProgress, type RunChange, RUN_STATES } from '../../../contract/console/report-run.ts';
import { z } from '../../../contract/zod.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { provisionalFromMs } from '../../../domain/reports/periods.ts';
import { fromNullableJson } from '../../../store/json.ts';
import type { ReportRunRow } from '../../../store/schema/report-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';

const Counted = RunProgress.pick({ entities: true, pages: true, sessions: true }).extend({
  /** Pages of the Entities that are done. */
  donePages: z.int().nonnegative(),
});
type Counted = z.infer<typeof Counted>;

/** What of a run says how far it is; its long texts are left in the store. */
export type RunColumns = Omit<ReportRunRow, 'manifest' | 'definition' | 'tariff'>;

/** The columns of a run except its large documents. */
export const RUN_COLUMNS = [
  'id',
  'run_no',
  'state',
  'operator_id',
  'operator_name',
  'definition_id',
  'definition_version',
  'name',
  'relation_kind',
  'relation_run',
  'zone',
  'boundary',
  'start_ms',
  'end_ms',
  'read_from',
  'read_to',
  'requests',
  'created_at',
  'resumed_at',
  'resumed_requests',
  'finished_at',
  'manifest_hash',
  'progress',
  'version',
] as const;

/** Counts Entities, pages and sessions of runs, by their numbers. */
export async function countedProgress(
  db: Kysely<Store>,
  runNos: readonly number[],
): Promise<Map<number, Counted>> {
  const counted = new Map<number, Counted>();
  if (runNos.length === 0) return counted;
  const rows = await db
    .selectFrom('report_entities')
    .where('run_no', 'in', runNos)
    .groupBy(['run_no', 'state'])
    .select((row) => [
      'run_no',
      'state',
      row.fn.countAll<number | string>().as('entities'),
      row.fn.sum<number | string>('pages').as('pages'),
      row.fn.sum<number | string>('sessions').as('sessions'),
    ])
    .execute();
  for (const runNo of runNos) {
    const own = rows.filter((row) => row.run_no === runNo);
    const of = (state: string) => own.find((row) => row.state === state);
    const count = (state: string) => Number(of(state)?.entities ?? 0);
    const sum = (name: 'pages' | 'sessions') =>
      own.reduce((all, row) => all + Number(row[name]), 0);
    const [done, failed, waiting] = [count('done'), count('failed'), count('waiting')];
    counted.set(runNo, {
      entities: { total: done + failed + waiting, done, failed, waiting },
      pages: sum('pages'),
      sessions: sum('sessions'),
      donePages: Number(of('done')?.pages ?? 0),
    });
  }
  return counted;
}

/**
 * What is left, estimated from the requests since the run was begun or resumed, and the pages that an
 * Entity has taken so far; at least a page for each Entity that waits.
 */
function remainingMs(run: RunColumns, counted: Counted, now: number): number | null {
  const { done, waiting } = counted.entities;
  const since = run.requests - run.resumed_requests;
  if (run.state !== 'running' || since <= 0 || done === 0 || now <= run.resumed_at) return null;
  const left = waiting * (counted.donePages / done) - (counted.pages - counted.donePages);
  return (Math.max(left, waiting) * (now - run.resumed_at)) / since;
}

/**
 * From when on figures of a run may still grow. It counts from when the run was begun: its first Entities
 * were read then.
 */
export function provisionalFromOf(
  run: Pick<ReportRunRow, 'zone' | 'start_ms' | 'end_ms' | 'created_at'>,
): string | null {
  const from = provisionalFromMs(run.zone, run.created_at);
  return from < run.end_ms ? isoInstant(Math.max(from, run.start_ms)) : null;
}

/**
 * How runs stand, in the order given.
 * @param now milliseconds since the epoch
 */
export async function runChangesOf(
  db: Kysely<Store>,
  runs: readonly RunColumns[],
  now: number,
): Promise<RunChange[]> {
  const sealed = new Map(runs.map((run) => [run, fromNullableJson(Counted, run.progress)]));
  const open = runs.filter((run) => sealed.get(run) === null).map(({ run_no: runNo }) => runNo);
  const counted = await countedProgress(db, open);
  return runs.flatMap((run) => {
    const own = sealed.get(run) ?? counted.get(run.run_no);
    if (own === undefined) return [];
    const { entities, pages, sessions } = own;
    return [
      {
        id: run.id,
        state: z.enum(RUN_STATES).parse(run.state),
        finishedAt: run.finished_at === null ? null : isoInstant(run.finished_at),
        provisionalFrom: provisionalFromOf(run),
        progress: {
          entities,
          pages,
          sessions,
          requests: run.requests,
          remainingMs: remainingMs(run, own, now),
        },
        hash: run.manifest_hash,
        version: run.version,
      },
    ];
  });
}
