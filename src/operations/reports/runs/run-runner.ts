import { setMaxListeners } from 'node:events';
import type { Kysely } from 'kysely';
import type { Clock } from '../../../lib/clock.ts';
import { createWorkLoop } from '../../../lib/work-loop.ts';
import {
  OUTAGE_PAUSE_MS,
  failureMessage,
  type OutageBreaker,
} from '../../jobs/outage-and-rate-limit.ts';
import type { RequestBudget } from '../../jobs/request-budget.ts';
import type { ReportEntityRow, ReportRunRow } from '../../../store/schema/report-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';
import type { UpstreamClient } from '../../../bff/upstream/client.ts';
import { UpstreamFault } from '../../../bff/upstream/fault.ts';
import { restartEntity, type RunRules } from './ingest.ts';
import { sealRun } from '../results/manifest.ts';
import { createPageWriter } from './page-writer.ts';
import { readCapture, readSessionPage } from '../results/read-page.ts';
import { failEntity, storeCapture } from './run-state.ts';
import { findRun, rulesOf } from './runs.ts';

/** How often a page is asked for that gets no usable answer; reading has no effect on devices. */
const TRIES = 3;
/** How long nothing is looked up while nothing runs; a new run wakes the runner. */
const IDLE_MS = 60_000;

/** Reads what running reports need, all pages of all their Entities. */
export interface ReportRunner {
  /** Begins, or looks at once for what is new. */
  wake(): void;
  /** Stops when the pages that are on their way are stored or given up. */
  stop(): Promise<void>;
}

/** What the runner works with. */
export interface ReportRunnerParts {
  db: Kysely<Store>;
  clock: Clock;
  upstream: Pick<UpstreamClient, 'call'>;
  budget: RequestBudget;
  breaker: OutageBreaker;
  /** Most Entities that are read at the same time; the budget decides how fast. */
  atOnce: number;
  /** Told after something was stored. */
  onChange(): void;
  /** Told when the runner itself failed; it goes on. */
  onError(error: unknown): void;
}

/** What is looked at again and again; a definition can be long. */
const RUN_COLUMNS = ['id', 'run_no', 'read_from', 'read_to'] as const;
type ReadRun = Pick<ReportRunRow, (typeof RUN_COLUMNS)[number]>;

/** A run, as long as it is looked at. */
interface Reading {
  run: ReadRun;
  rules: RunRules;
}

/** Where the reading of an Entity stood when its last request was sent. */
interface Position {
  entity: ReportEntityRow;
}

const keyOf = (entity: ReportEntityRow) => `${entity.run_no}/${entity.entity_no}`;
const isRefusal = (error: unknown) => error instanceof UpstreamFault && error.kind === 'refused';

/** Creates the runner; `wake` starts it. It takes up what is in the store, also after a restart. */
export function createReportRunner(parts: ReportRunnerParts): ReportRunner {
  const { db, clock, budget, breaker, upstream, atOnce } = parts;
  const busy = new Set<string>();
  const underWay = new Set<Promise<void>>();
  const rules = new Map<number, RunRules>();
  const abort = new AbortController();
  setMaxListeners(0, abort.signal);
  /** The service does not take the size of a page: all are asked without one. */
  let plain = false;
  /** Entities whose first page was refused; it is asked once more without a size. */
  const refused = new Set<string>();
  const writer = createPageWriter(db, clock);
  const isPaused = () => loop.isStopped() || breaker.waitMs() > 0;

  /** The Entity as it is now, or null where it is not to be read any more. */
  const current = async (entity: ReportEntityRow): Promise<ReportEntityRow | null> => {
    if (isPaused()) return null;
    const row = await db
      .selectFrom('report_entities as e')
      .innerJoin('report_runs as r', 'r.run_no', 'e.run_no')
      .where('e.run_no', '=', entity.run_no)
      .where('e.entity_no', '=', entity.entity_no)
      .where('e.state', '=', 'waiting')
      .where('r.state', '=', 'running')
      .selectAll('e')
      .executeTakeFirst();
    return row ?? null;
  };

  /** Sends a request when its turn comes; null where the Entity is not to be read any more by then. */
  const send = async <T>(
    given: ReportEntityRow,
    request: (entity: ReportEntityRow) => Promise<T>,
  ): Promise<T | null> => {
    if (isPaused()) return null;
    return budget.run(async () => {
      const entity = await current(given);
      if (entity === null) return null;
      writer.countRequest(given.run_no);
      return request(entity);
    }, abort.signal);
  };

  /**
   * Decides what a failed page means.
   * @returns whether it is worth another try at once
   */
  const afterFailure = async (entity: ReportEntityRow, error: unknown, tries: number) => {
    const meaning = breaker.failed(keyOf(entity), error);
    if (meaning === 'outage') return false;
    if (meaning === 'other' && isRefusal(error)) {
      // A refused first page may be about its size, and a refused later one about a lost place.
      if (entity.token === null && !plain && !refused.has(keyOf(entity))) {
        refused.add(keyOf(entity));
        return true;
      }
      if (entity.token !== null && entity.restarts === 0) {
        await restartEntity(db, entity, clock.now());
        return true;
      }
    } else if (meaning === 'other' && tries < TRIES) return true;
    refused.delete(keyOf(entity));
    await failEntity(db, entity, failureMessage(error), clock.now());
    parts.onChange();
    return false;
  };

  /**
   * An Entity without sessions either charged nothing or is not captured.
   * @returns false where the run was stopped before that could be asked
   */
  const askCapture = async (given: ReportEntityRow): Promise<boolean> => {
    const answered = await send(given, async () => ({
      captured: await readCapture(upstream, given.entity_id, abort.signal),
    }));
    if (answered === null) return false;
    await storeCapture(db, given, answered.captured);
    return true;
  };

  /** Reads and stores the next page. @returns whether there is one more to be read */
  const readPage = async ({ run, rules: own }: Reading, given: ReportEntityRow, at: Position) => {
    const read = await send(given, async (entity) => {
      at.entity = entity;
      const isPlain = plain || refused.has(keyOf(entity));
      const page = await readSessionPage(upstream, run, entity, isPlain, abort.signal);
      return { entity, page };
    });
    if (read === null) return false;
    const { entity, page } = read;
    breaker.answered(keyOf(entity));
    // What was refused with a size and is answered without one was about the size.
    if (refused.delete(keyOf(entity))) plain = true;
    const isEmpty = page.nextToken === null && entity.sessions + page.sessions.length === 0;
    if (isEmpty && entity.capture === null && !(await askCapture(entity))) return false;
    await writer.store(entity, own, page);
    parts.onChange();
    // What was not to be read any more would still take its turn of the budget.
    return page.nextToken !== null;
  };

  const readEntity = async (reading: Reading, given: ReportEntityRow) => {
    let tries = 0;
    for (;;) {
      const at: Position = { entity: given };
      try {
        if (!(await readPage(reading, given, at))) return;
        tries = 0;
      } catch (error) {
        if (loop.isStopped()) return;
        if (!(error instanceof UpstreamFault)) throw error;
        tries += 1;
        if (!(await afterFailure(at.entity, error, tries))) return;
      }
    }
  };

  const start = (reading: Reading, entity: ReportEntityRow) => {
    const key = keyOf(entity);
    busy.add(key);
    const running = readEntity(reading, entity)
      .catch((error: unknown) => {
        if (loop.isStopped()) return;
        breaker.hold(OUTAGE_PAUSE_MS, 'The console cannot use its own store at the moment.');
        parts.onError(error);
      })
      .finally(() => {
        busy.delete(key);
        underWay.delete(running);
        loop.wake();
      });
    underWay.add(running);
  };

  const waitingOf = async (run: ReadRun): Promise<ReportEntityRow[]> => {
    const rows = await db
      .selectFrom('report_entities')
      .where('run_no', '=', run.run_no)
      .where('state', '=', 'waiting')
      .orderBy('entity_no')
      .limit(atOnce + busy.size)
      .selectAll()
      .execute();
    return rows;
  };

  /** Starts what there is room for and says when to look again. */
  const look = async (): Promise<number> => {
    if (breaker.waitMs() > 0) return breaker.waitMs();
    const runs = await db
      .selectFrom('report_runs')
      .where('state', '=', 'running')
      .orderBy('run_no')
      .select(RUN_COLUMNS)
      .execute();
    const lists: { reading: Reading; entities: ReportEntityRow[] }[] = [];
    for (const run of runs) {
      const entities = await waitingOf(run);
      if (entities.length === 0) {
        await writer.flush();
        await sealRun(db, run.id, clock.now());
        rules.delete(run.run_no);
        parts.onChange();
        continue;
      }
      const own = rules.get(run.run_no) ?? rulesOf(await findRun(db, run.id));
      rules.set(run.run_no, own);
      const free = entities.filter((entity) => !busy.has(keyOf(entity)));
      lists.push({ reading: { run, rules: own }, entities: free });
    }
    // Runs take turns: one of thousands of Entities does not hold up a small one.
    for (let turn = 0; lists.some(({ entities }) => turn < entities.length); turn += 1) {
      for (const { reading, entities } of lists) {
        const entity = entities[turn];
        if (entity !== undefined && !loop.isStopped() && underWay.size < atOnce) {
          start(reading, entity);
        }
      }
    }
    return IDLE_MS;
  };

  const loop = createWorkLoop({
    clock,
    look,
    holdMs: () => breaker.waitMs(),
    errorPauseMs: OUTAGE_PAUSE_MS,
    onError: (error) => {
      parts.onError(error);
    },
  });

  return {
    wake: () => {
      loop.wake();
    },
    async stop() {
      const ended = loop.stop();
      abort.abort();
      await ended;
      await Promise.allSettled(underWay);
      await writer.flush();
    },
  };
}
