import type { Kysely } from 'kysely';
import { ReportBefore } from '../../../contract/console/report-before.ts';
import { failure } from '../../../http/problems.ts';
import type { Clock } from '../../../lib/clock.ts';
import { fromNullableJson } from '../../../store/json.ts';
import type { ReportRunRow } from '../../../store/schema/report-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';
import type { ChunkedWork } from '../../fleet/in-chunks.ts';
import { findRun } from '../runs/runs.ts';
import { datesBefore, SESSIONS_MOST, sumBefore } from './sum-before.ts';

/** How long a request waits for sums before it is answered that they are being computed, in ms. */
const WAIT_MS = 250;
/** Answers that were not stored are computed again after this time, in ms: sessions may be known by then. */
const KEPT_MS = 10_000;
/** Maximum answers kept in memory without being stored. */
const KEPT_MOST = 50;

/** Sums of a run that are being computed, or could not be stored. */
interface Job {
  answer: ReportBefore | null;
  error: unknown;
  /** On the monotonic clock; null: in progress. */
  endedAt: number | null;
  /** Never fails. */
  done: Promise<void>;
  /** Number of requests waiting for it. */
  waiting: number;
}

/** Sums of the Entities of runs in the period before. */
export interface Befores {
  /**
   * Computes the sums once, in the background, and stores them with the run.
   * @throws Failure 409 if the run is not finished; whatever the computation threw
   */
  of(run: ReportRunRow): Promise<ReportBefore>;
  /** Stops running computations. */
  stop(): Promise<void>;
}

/** Dependencies of these sums. */
export interface BeforeParts {
  db: Kysely<Store>;
  /** A separate connection for reading, which does not wait for writes. */
  reader: Kysely<Store>;
  clock: Clock;
  /** Resolves when the next chunk may begin. */
  giveWay: ChunkedWork['giveWay'];
  /** Maximum number of sessions; only tests set fewer. */
  most?: number;
}

const isFinished = ({ state }: Pick<ReportRunRow, 'state'>) =>
  state === 'complete' || state === 'partial';

const storedIn = (run: ReportRunRow) => fromNullableJson(ReportBefore, run.before_sums);

/** A run whose Entities are read again counts as another one. */
const keyOf = ({ id, resumed_at }: Pick<ReportRunRow, 'id' | 'resumed_at'>) =>
  `${id} ${resumed_at}`;

/** Creates the sums. Computes one run at a time. */
export function createBefores(parts: BeforeParts): Befores {
  const { db, reader, clock, most = SESSIONS_MOST } = parts;
  const jobs = new Map<string, Job>();
  const stopping = new AbortController();
  let last: Promise<void> = Promise.resolve();

  /** @returns false if its Entities are being read again meanwhile */
  const store = async (run: ReportRunRow, answer: ReportBefore): Promise<boolean> => {
    if (!isFinished(run)) return false;
    const { numUpdatedRows } = await db
      .updateTable('report_runs')
      .where('run_no', '=', run.run_no)
      .where('state', '=', run.state)
      .where('resumed_at', '=', run.resumed_at)
      .set({ before_sums: JSON.stringify(answer) })
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  };

  const answerOf = async (id: string, job: Job): Promise<ReportBefore> => {
    stopping.signal.throwIfAborted();
    const run = await findRun(reader, id);
    const chunks: ChunkedWork = {
      signal: stopping.signal,
      spent: () => {},
      giveWay: async () => {
        if (job.waiting === 0) await parts.giveWay();
      },
    };
    const answer = storedIn(run) ?? (await sumBefore({ db: reader, clock, most }, run, chunks));
    // From then on the stored run answers.
    if (answer.state !== 'unknown' && (await store(run, answer))) jobs.delete(keyOf(run));
    return answer;
  };

  const work = async (id: string, job: Job): Promise<void> => {
    try {
      job.answer = await answerOf(id, job);
    } catch (error) {
      job.error = error;
    }
    job.endedAt = clock.elapsed();
  };

  const begin = (run: ReportRunRow, key: string): Job => {
    const job: Job = {
      answer: null,
      error: null,
      endedAt: null,
      done: Promise.resolve(),
      waiting: 0,
    };
    job.done = last = last.then(() => work(run.id, job));
    jobs.set(key, job);
    for (const [old, { endedAt }] of jobs) {
      if (jobs.size <= KEPT_MOST) break;
      if (endedAt !== null) jobs.delete(old);
    }
    return job;
  };

  const jobOf = (run: ReportRunRow): Job => {
    const key = keyOf(run);
    const job = jobs.get(key);
    if (job === undefined) return begin(run, key);
    const isOld = job.endedAt !== null && clock.elapsed() - job.endedAt >= KEPT_MS;
    if (!isOld) return job;
    jobs.delete(key);
    return begin(run, key);
  };

  return {
    async of(run) {
      const stored = storedIn(run);
      if (stored !== null) return stored;
      if (!isFinished(run)) {
        throw failure(
          409,
          'invalid_request',
          'This report is not finished, so it is not compared.',
        );
      }
      const job = jobOf(run);
      if (job.endedAt === null) {
        let cancel = () => {};
        const soon = new Promise<void>((resolve) => {
          cancel = clock.after(WAIT_MS, resolve);
        });
        job.waiting += 1;
        await Promise.race([job.done, soon]);
        job.waiting -= 1;
        cancel();
      }
      if (job.error !== null) throw job.error;
      return job.answer ?? { state: 'adding', ...datesBefore(run) };
    },
    async stop() {
      stopping.abort();
      await last;
    },
  };
}
