import { sql, type Kysely } from 'kysely';
import { RunProgress, type RunChange, RUN_STATES } from '../../../contract/console/report-run.ts';
import { z } from '../../../contract/zod.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { provisionalFromMs } from '../../../domain/complete-days.ts';
import { lastComputed } from '../../fleet/energy/last-computed.ts';
import { fromNullableJson } from '../../../store/json.ts';
import type { ReportRunRow } from '../../../store/schema/report-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';

/** The counts of a run; older runs counted less. */
const Counted = RunProgress.pick({ entities: true, sessions: true }).extend({
  offboarded: RunProgress.shape.offboarded.default(0),
  oldestReadAt: RunProgress.shape.oldestReadAt.default(null),
  knownLate: RunProgress.shape.knownLate.default(null),
  /** When the Service last computed sessions, in milliseconds since the epoch; null: not known. */
  computedAt: z.number().nullable().default(null),
  /** Entities that waited for reads and became known since the run was begun or resumed. */
  waitedFor: z.int().nonnegative().default(0),
  /** Those of them that became known within the last minute. */
  waitedForLately: z.int().nonnegative().default(0),
});
type Counted = z.infer<typeof Counted>;

/** The progress of a run, without its long texts. */
export type RunColumns = Omit<
  ReportRunRow,
  'manifest' | 'definition' | 'tariff' | 'before_sums' | 'seal_key'
>;

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
  'sealed_at',
  'sealed_by',
  'progress',
  'draft_until',
] as const;

/** Entities of a run whose known sessions do not reach back far enough. */
const IS_LATE = sql`e.known_from > r.read_from`;
/** Entities that waited for reads and changed since the run was begun or resumed; known ones take no time. */
const HAS_WAITED = sql`e.asked_at is not null and e.changed_at >= r.resumed_at`;
/** The time whose pace is taken to last, in milliseconds. */
const PACE_MS = 60_000;
/** Before this, and with fewer Entities known, an estimate would jump. */
const ESTIMATE_FROM = { ms: 5000, entities: 20 } as const;

/** Entities that were offboarded. */
const IS_GONE = sql`exists (select 1 from entities g where g.id = e.entity_id and g.offboarded_at is not null)`;

/**
 * Counts Entities and sessions of runs, by their numbers.
 * @param now milliseconds since the epoch
 */
export async function countedProgress(
  db: Kysely<Store>,
  runNos: readonly number[],
  now: number,
): Promise<Map<number, Counted>> {
  const counted = new Map<number, Counted>();
  if (runNos.length === 0) return counted;
  const rows = await db
    .selectFrom('report_entities as e')
    .innerJoin('report_runs as r', 'r.run_no', 'e.run_no')
    .where('e.run_no', 'in', runNos)
    .groupBy(['e.run_no', 'e.state'])
    .select((row) => [
      'e.run_no',
      'e.state',
      row.fn.countAll<number | string>().as('entities'),
      row.fn.sum<number | string>('e.sessions').as('sessions'),
      row.fn.min<number | string | null>('e.read_at').as('oldest'),
      sql<number | string>`sum(case when ${IS_LATE} then 1 else 0 end)`.as('late'),
      sql<number | string | null>`max(case when ${IS_LATE} then e.known_from end)`.as('late_from'),
      sql<number | string>`sum(case when ${HAS_WAITED} then 1 else 0 end)`.as('waited'),
      sql<number | string>`sum(case when ${HAS_WAITED} and e.changed_at > ${now - PACE_MS}
        then 1 else 0 end)`.as('lately'),
      sql<number | string>`sum(case when ${IS_GONE} then 1 else 0 end)`.as('gone'),
    ])
    .execute();
  const computedAt = await lastComputed(db, now);
  for (const runNo of runNos) {
    const own = rows.filter((row) => row.run_no === runNo);
    const over = own.filter(({ state }) => state !== 'waiting');
    const count = (state: string) => Number(own.find((row) => row.state === state)?.entities ?? 0);
    const sum = (of: typeof own, name: 'sessions' | 'late' | 'waited' | 'lately' | 'gone') =>
      of.reduce((all, row) => all + Number(row[name]), 0);
    const known = (name: 'oldest' | 'late_from') =>
      over.flatMap(({ [name]: at }) => (at === null ? [] : [Number(at)]));
    const [done, failed, waiting] = [count('done'), count('failed'), count('waiting')];
    const oldest = Math.min(...known('oldest'));
    const late = sum(over, 'late');
    counted.set(runNo, {
      entities: { total: done + failed + waiting, done, failed, waiting },
      offboarded: sum(over, 'gone'),
      sessions: sum(own, 'sessions'),
      oldestReadAt: Number.isFinite(oldest) ? isoInstant(oldest) : null,
      knownLate:
        late === 0 ? null : { entities: late, from: isoInstant(Math.max(...known('late_from'))) },
      computedAt,
      waitedFor: sum(over, 'waited'),
      waitedForLately: sum(over, 'lately'),
    });
  }
  return counted;
}

/**
 * Remaining time in milliseconds, by the pace at which Entities became known in the last minute, or since the run was
 * begun or resumed where few did. Null until enough is known.
 */
function remainingMs(run: RunColumns, counted: Counted, now: number): number | null {
  const { waitedFor, waitedForLately, entities } = counted;
  const passed = now - run.resumed_at;
  if (run.state !== 'running' || passed < ESTIMATE_FROM.ms) return null;
  if (waitedFor < ESTIMATE_FROM.entities) return null;
  return passed > PACE_MS && waitedForLately >= ESTIMATE_FROM.entities
    ? (entities.waiting * PACE_MS) / waitedForLately
    : (entities.waiting * passed) / waitedFor;
}

/**
 * The instant from which figures of a run may still grow. It counts from the oldest read behind them, or from the start of
 * the run if that was earlier.
 */
export function provisionalFromOf(
  run: Pick<ReportRunRow, 'zone' | 'start_ms' | 'end_ms' | 'created_at'>,
  { oldestReadAt, computedAt }: Pick<Counted, 'oldestReadAt' | 'computedAt'>,
): string | null {
  const asOf = Math.min(
    run.created_at,
    oldestReadAt === null ? Infinity : Date.parse(oldestReadAt),
  );
  const from = provisionalFromMs(run.zone, asOf, computedAt);
  return from < run.end_ms ? isoInstant(Math.max(from, run.start_ms)) : null;
}

/**
 * The progress of runs, in the order given.
 * @param now milliseconds since the epoch
 */
export async function runChangesOf(
  db: Kysely<Store>,
  runs: readonly RunColumns[],
  now: number,
): Promise<RunChange[]> {
  const finished = new Map(runs.map((run) => [run, fromNullableJson(Counted, run.progress)]));
  const open = runs.filter((run) => finished.get(run) === null).map(({ run_no: runNo }) => runNo);
  const counted = await countedProgress(db, open, now);
  return runs.flatMap((run) => {
    const own = finished.get(run) ?? counted.get(run.run_no);
    if (own === undefined) return [];
    const { entities, offboarded, sessions, oldestReadAt, knownLate } = own;
    return [
      {
        id: run.id,
        state: z.enum(RUN_STATES).parse(run.state),
        draft: run.draft_until !== null,
        finishedAt: run.finished_at === null ? null : isoInstant(run.finished_at),
        provisionalFrom: provisionalFromOf(run, own),
        progress: {
          entities,
          offboarded,
          sessions,
          asked: run.requests,
          oldestReadAt,
          knownLate,
          remainingMs: remainingMs(run, own, now),
        },
        hash: run.manifest_hash,
        sealed:
          run.sealed_at === null || run.sealed_by === null
            ? null
            : { at: isoInstant(run.sealed_at), by: run.sealed_by },
      },
    ];
  });
}
