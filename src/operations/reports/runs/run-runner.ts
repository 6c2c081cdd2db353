import type { Kysely } from 'kysely';
import type { FleetResource } from '../../../contract/console/choices.ts';
import type { FleetPolicy } from '../../../domain/fleet-policy.ts';
import type { Clock } from '../../../lib/clock.ts';
import { createWorkLoop } from '../../../lib/work-loop.ts';
import type { ReportEntityRow, ReportRunRow } from '../../../store/schema/report-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { askForReads, standingOf, waitingAfter } from './bring-up-to-date.ts';
import { finishRun } from './finish-run.ts';
import { createIdDictionary } from './id-dictionary.ts';
import { ingest } from './ingest.ts';
import type { RunRules } from './prepare-sessions.ts';
import type { ChangedRun } from './pulse.ts';
import { findRun, rulesOf } from './runs.ts';
import { firstPace, readPortions, type Pace, type Settled } from './take-over.ts';

/** Entities that are checked in one step. */
const LOOKED_AT = 200;
/** Longest pause without a notification; stored data wakes the runner. */
const IDLE_MS = 15_000;
const ERROR_PAUSE_MS = 3000;
/** Waiting Entities are checked at most this often, and for at most this share of the time. */
const BETWEEN_MS = 200;
const SHARE = 0.1;

/** Takes over the sessions that running reports need from the fleet store, and requests the missing reads. */
export interface ReportRunner {
  /** Starts, or looks for new work at once. */
  wake(): void;
  /** Must be called when reads were stored. */
  onStored(): void;
  /** Stops once the current writes are stored. */
  stop(): Promise<void>;
}

/** Dependencies of the runner. */
export interface ReportRunnerParts {
  db: Kysely<Store>;
  clock: Clock;
  /** Performs requested reads. */
  fleet: { wake(): void };
  /** Decides which reads are fresh enough. */
  policy: FleetPolicy;
  /** In which the Service gives battery capacities. */
  capacityUnit: string;
  /** Called after something of a run was stored. */
  onChange(run: ChangedRun): void;
  /** Called when the runner itself failed; it keeps running. */
  onError(error: unknown): void;
}

/** The columns that are read repeatedly; a definition can be long. */
const RUN_COLUMNS = [
  'id',
  'run_no',
  'created_at',
  'start_ms',
  'read_from',
  'read_to',
  'relation_kind',
  'draft_until',
] as const;
type Run = Pick<ReportRunRow, (typeof RUN_COLUMNS)[number]>;

const shownAs = ({ id, draft_until: until }: Run): ChangedRun => ({ id, isDraft: until !== null });

/** One pass over the waiting Entities of a run. Times are the clock's `elapsed`, in milliseconds. */
interface Pass {
  rules: RunRules;
  pace: Pace;
  /** Number of the last Entity that was checked. */
  after: number;
  isLookedThrough: boolean;
  /** Entities with enough known data. */
  settled: Settled[];
  startedAt: number;
  /** Time spent checking Entities, without taking over. */
  lookedMs: number;
  /** The pass is over, and the next one begins no sooner; null: in progress. */
  restsUntil: number | null;
  /** Whether something was stored since it began. */
  isDue: boolean;
}

/** Creates the runner; `wake` starts it. Resumes from the store after a restart. */
export function createReportRunner(parts: ReportRunnerParts): ReportRunner {
  const { db, clock, fleet, policy } = parts;
  const ids = createIdDictionary();
  const passes = new Map<number, Pass>();

  const passOf = async (run: Run): Promise<Pass> => {
    const known = passes.get(run.run_no);
    if (known !== undefined) return known;
    const pass = {
      rules: rulesOf(await findRun(db, run.id)),
      pace: firstPace(),
      after: 0,
      isLookedThrough: false,
      settled: [],
      startedAt: clock.elapsed(),
      lookedMs: 0,
      restsUntil: null,
      isDue: false,
    };
    passes.set(run.run_no, pass);
    return pass;
  };

  /** Checks the next waiting Entities: queues settled ones to be taken over, and requests missing reads. */
  const lookOn = async (run: Run, pass: Pass) => {
    const now = clock.now();
    const began = clock.elapsed();
    const waiting = await waitingAfter(db, run.run_no, pass.after, LOOKED_AT);
    const asks = new Map<string, { resources: FleetResource[]; entities: ReportEntityRow[] }>();
    for (const one of waiting) {
      const standing = standingOf(run, one, { now, policy });
      if (standing.kind === 'ready') pass.settled.push({ ...one, failure: null });
      if (standing.kind === 'failed') pass.settled.push({ ...one, failure: standing.message });
      if (standing.kind !== 'ask') continue;
      const { resources } = standing;
      const ask = asks.get(resources.join()) ?? { resources, entities: [] };
      asks.set(resources.join(), ask);
      ask.entities.push(one.entity);
    }
    for (const { resources, entities } of asks.values()) {
      await askForReads(db, run, entities, resources, now);
    }
    if (asks.size > 0) {
      fleet.wake();
      parts.onChange(shownAs(run));
    }
    pass.after = waiting.at(-1)?.entity.entity_no ?? pass.after;
    pass.isLookedThrough = waiting.length < LOOKED_AT;
    pass.lookedMs += clock.elapsed() - began;
  };

  /** Takes over about a page of sessions. */
  const takeOver = async (run: Run, pass: Pass) => {
    const [first] = pass.settled;
    const { entities } = pass.pace;
    try {
      const portions = await readPortions(db, run, pass.settled, pass.pace, parts.capacityUnit);
      await ingest(run, pass.rules, portions, { db, ids, now: clock.now() });
      // Not a prefix: if a page was cut off, the Entities with the smallest ids were read.
      const taken = new Set(portions.map(({ entity }) => entity.entity_no));
      pass.settled = pass.settled.filter(({ entity }) => !taken.has(entity.entity_no));
      if (first !== undefined && portions.some(({ next }) => next !== null)) {
        // It has more sessions: it is checked once more, with those after it.
        pass.after = first.entity.entity_no - 1;
        pass.settled = [];
        pass.isLookedThrough = false;
      }
      parts.onChange(shownAs(run));
    } catch (error) {
      // An Entity that cannot be taken over must not affect the others.
      if (entities === 1) pass.settled.shift();
      pass.pace.entities = 1;
      throw error;
    }
  };

  /** Every Entity was checked: the run is over, or waits for reads. */
  const endPass = async (run: Run, pass: Pass) => {
    if (await finishRun(db, run.id, clock.now())) {
      passes.delete(run.run_no);
      parts.onChange(shownAs(run));
      return;
    }
    pass.restsUntil = clock.elapsed() + Math.max(BETWEEN_MS, pass.lookedMs / SHARE);
  };

  /** Does the next step of a run. @returns in how many milliseconds there is more */
  const step = async (run: Run): Promise<number> => {
    const pass = await passOf(run);
    if (pass.restsUntil !== null) {
      const idle = pass.startedAt + IDLE_MS - clock.elapsed();
      const rest = Math.max(0, pass.restsUntil - clock.elapsed());
      const left = pass.isDue ? rest : Math.max(rest, idle);
      if (left > 0) return left;
      passes.delete(run.run_no);
      return step(run);
    }
    if (pass.settled.length > 0) await takeOver(run, pass);
    else if (!pass.isLookedThrough) await lookOn(run, pass);
    else await endPass(run, pass);
    return 0;
  };

  const look = async (): Promise<number> => {
    const runs = await db
      .selectFrom('report_runs')
      .where('state', '=', 'running')
      .orderBy('run_no')
      .select(RUN_COLUMNS)
      .execute();
    const running = new Set(runs.map(({ run_no: no }) => no));
    for (const no of passes.keys()) if (!running.has(no)) passes.delete(no);
    // Runs take turns, so that one with thousands of Entities does not delay a small one.
    let next = IDLE_MS;
    for (const run of runs) if (!loop.isStopped()) next = Math.min(next, await step(run));
    return next;
  };

  const loop = createWorkLoop({
    clock,
    look,
    holdMs: () => 0,
    errorPauseMs: ERROR_PAUSE_MS,
    onError: (error) => {
      parts.onError(error);
    },
  });

  return {
    wake() {
      for (const [no, pass] of passes) {
        if (pass.restsUntil !== null) passes.delete(no);
        pass.isDue = true;
      }
      loop.wake();
    },
    onStored() {
      for (const pass of passes.values()) pass.isDue = true;
      loop.wake();
    },
    stop: () => loop.stop(),
  };
}
