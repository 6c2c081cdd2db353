import { setMaxListeners } from 'node:events';
import type { FailureReason } from '../../contract/console/problem.ts';
import { UpstreamFault } from '../../http/fault.ts';
import type { Clock } from '../../lib/clock.ts';
import { retryAt } from '../../lib/retry-at.ts';
import { createWorkLoop } from '../../lib/work-loop.ts';
import { isStoreFailure } from '../../store/store-failure.ts';
import {
  OUTAGE_PAUSE_MS,
  failureReason,
  retryAfterMs,
  type OutageBreaker,
  type Pause,
} from './outage-and-rate-limit.ts';
import type { RequestBudget } from './request-budget.ts';

/** Maximum items of one job in progress. */
const MAX_UNDER_WAY = 8;
/** Longest pause while nothing runs; a new run wakes the runner, unless another process begins it or dies. */
const IDLE_MS = 10_000;
/** Failed reads of an item before it is given up. */
const READ_TRIES = 3;
/** The pause of an item after its first failure, in milliseconds; it doubles with each further one. */
const BACK_OFF_MS = 250;
const BACK_OFF_MAX_MS = 60_000;

/** The result of a read, or why it was given up. `refused`: the Service said no. */
export type ReadResult<T> = { value: T } | { failed: FailureReason; refused: boolean };

/** The outcome of the one unsafe request: an answer, a refusal, or a loss that leaves it unknown. */
type SendResult<T> = { value: T } | { refused: FailureReason } | { lost: FailureReason };

/** The tools of a job. Work that has to wait is abandoned, and begun again later. */
export interface ItemTools<Doubt> {
  /** Reads within the budget: one request. */
  read<T>(request: (signal: AbortSignal) => Promise<T>): Promise<ReadResult<T>>;
  /**
   * Sends the item's one unsafe request within the budget; a stop does not abort it.
   * @param mark stores that it goes out now; false: it must not go out any more
   */
  send<T>(mark: () => Promise<boolean>, request: () => Promise<T>): Promise<SendResult<T>>;
  /** Settles the item by reading, now or as soon as that is possible. */
  doubt(doubt: Doubt): Promise<void>;
}

/** A run with items left. */
interface OpenRun<Run> {
  run: Run;
  /** Of a stopped run only items in doubt are settled. */
  isRunning: boolean;
  /** Whether its items come before those of others. */
  isUrgent: boolean;
}

/** A kind of run: where its items are stored, and what is done for each. */
export interface ItemJob<Run, Item, Doubt = string> {
  /** The doubt about items that a stop of the console left without a stored answer. */
  stoppedDoubt: Doubt;
  /** Runs with items left, oldest first. */
  openRuns(): Promise<OpenRun<Run>[]>;
  /** The first items in a state. */
  itemsOf(run: Run, state: 'sending' | 'waiting', limit: number): Promise<Item[]>;
  /** Identifies an item among those of all jobs. */
  keyOf(item: Item): string;
  /** Ends a run, even a stopped one, unless items are left. */
  finish(run: Run): Promise<void>;
  /** Puts an item back if its request is known not to have gone out. */
  putBack(item: Item): Promise<void>;
  /** Processes a waiting item, up to storing its result. */
  perform(item: Item, tools: ItemTools<Doubt>): Promise<void>;
  /** Determines by reading alone how an item ended, and stores that. */
  settleByReading(item: Item, doubt: Doubt, tools: ItemTools<Doubt>): Promise<void>;
  /** Called when the last item has ended after a stop. */
  stop(): Promise<void>;
}

/** Processes the items of running runs. */
export interface ItemRunner {
  /** Starts, or looks for new work at once. */
  wake(): void;
  /** Why it waits for the Service at the moment, or null. */
  pause(): Pause | null;
  /** Stops when the requests in flight are answered and stored. */
  stop(): Promise<void>;
}

/** Dependencies of the runner. */
export interface ItemRunnerParts {
  clock: Clock;
  budget: RequestBudget;
  breaker: OutageBreaker;
  /** Notified when the runner itself failed; it continues. */
  onError(error: unknown): void;
}

interface Startable<Item> {
  item: Item;
  isInDoubt: boolean;
}

/** Leaves an item unchanged; it is taken again later. */
class Later extends Error {
  override name = 'Later';
}

/** The first of each list, then the second of each, and so on. */
export function inTurns<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  const turns = Array.from({ length: longest }, (_, turn) => turn);
  return turns.flatMap((turn) => lists.flatMap((list) => list.slice(turn, turn + 1)));
}

/** Creates the runner; `wake` starts it. Resumes from the store after a restart. */
export function createItemRunner<Run, Item, Doubt>(
  parts: ItemRunnerParts,
  job: ItemJob<Run, Item, Doubt>,
): ItemRunner {
  const { clock, budget, breaker } = parts;
  const underWay = new Map<string, Promise<void>>();
  /** Why items that could not be read yet are in doubt; after a restart, all have the same doubt. */
  const doubts = new Map<string, Doubt>();
  const failures = new Map<string, { count: number; retryAt: number; failedAt: number }>();
  const abort = new AbortController();
  setMaxListeners(0, abort.signal);

  const forget = (key: string) => {
    doubts.delete(key);
    failures.delete(key);
  };

  /**
   * @param firstMs the pause after the first failure
   * @param askedMs the pause that the Service requests
   * @returns how often the item has failed now
   */
  const backOff = (key: string, firstMs = BACK_OFF_MS, askedMs = 0): number => {
    const now = clock.now();
    const count = (failures.get(key)?.count ?? 0) + 1;
    const pauses = { firstMs, mostMs: BACK_OFF_MAX_MS, askedMs };
    failures.set(key, { count, retryAt: retryAt(now, count, pauses), failedAt: now });
    return count;
  };

  /** Puts an item behind others after an outage; that does not count as a failure. */
  const stepBack = (key: string) => {
    const now = clock.now();
    failures.set(key, { count: 0, ...failures.get(key), retryAt: now, failedAt: now });
  };

  const isFull = () => underWay.size >= (breaker.isDoubtful() ? 1 : MAX_UNDER_WAY);

  /** Checked at its turn: others may have detected an outage meanwhile. */
  const mustWait = () =>
    loop.isStopped() || breaker.waitMs() > 0 || (breaker.isDoubtful() && underWay.size > 1);

  const toolsFor = (item: Item, key: string): ItemTools<Doubt> => {
    const tools: ItemTools<Doubt> = {
      async read(request) {
        try {
          const value = await budget.run(() => {
            if (mustWait()) throw new Later();
            return request(abort.signal);
          }, abort.signal);
          breaker.answered(key);
          return { value };
        } catch (error) {
          if (loop.isStopped() || !(error instanceof UpstreamFault)) throw error;
          const meaning = breaker.failed(key, error);
          if (meaning === 'outage') {
            stepBack(key);
            throw new Later();
          }
          const refused = error.kind === 'refused';
          const firstMs = meaning === 'again' ? OUTAGE_PAUSE_MS : BACK_OFF_MS;
          const isFinal =
            (refused && meaning !== 'again') ||
            meaning === 'target' ||
            backOff(key, firstMs, retryAfterMs(error)) >= READ_TRIES;
          if (!isFinal) throw new Later();
          return { failed: failureReason(error), refused };
        }
      },
      async send(mark, request) {
        let marked = false;
        try {
          const value = await budget.run(async () => {
            if (mustWait()) throw new Later();
            marked = await mark();
            if (!marked) throw new Later();
            return request();
          }, abort.signal);
          breaker.answered(key);
          return { value };
        } catch (error) {
          if (!marked) throw error;
          if (breaker.failed(key, error) === 'outage') stepBack(key);
          const effect = error instanceof UpstreamFault ? error.effect : 'unknown';
          if (effect === 'not-sent') {
            await job.putBack(item);
            throw new Later();
          }
          const reason = failureReason(error);
          return effect === 'rejected' ? { refused: reason } : { lost: reason };
        }
      },
      doubt(doubt) {
        doubts.set(key, doubt);
        return job.settleByReading(item, doubt, tools);
      },
    };
    return tools;
  };

  const run = async (item: Item, key: string, isInDoubt: boolean) => {
    const tools = toolsFor(item, key);
    try {
      if (isInDoubt) await tools.doubt(doubts.get(key) ?? job.stoppedDoubt);
      else await job.perform(item, tools);
      forget(key);
    } catch (error) {
      if (error instanceof Later || loop.isStopped()) return;
      if (isStoreFailure(error)) {
        breaker.hold(OUTAGE_PAUSE_MS, 'The console cannot use its own store at the moment.');
      } else {
        backOff(key);
      }
      parts.onError(error);
    }
  };

  const start = (item: Item, isInDoubt: boolean) => {
    const key = job.keyOf(item);
    const running = run(item, key, isInDoubt).finally(() => {
      underWay.delete(key);
      loop.wake();
    });
    underWay.set(key, running);
  };

  /** Items of a run that can start, those in doubt first: they are settled in stopped runs too. */
  const startable = async ({ run: of, isRunning }: OpenRun<Run>) => {
    const limit = MAX_UNDER_WAY + underWay.size + failures.size;
    // Also those that end while the lists are read, which still name them.
    const begun = new Set(underWay.keys());
    const inDoubt = await job.itemsOf(of, 'sending', limit);
    const waiting = await job.itemsOf(of, 'waiting', isRunning ? limit : 1);
    if (inDoubt.length + waiting.length === 0) await job.finish(of);
    const now = clock.now();
    return [
      ...inDoubt.map((item) => ({ item, isInDoubt: true })),
      ...(isRunning ? waiting : []).map((item) => ({ item, isInDoubt: false })),
    ].filter(({ item }) => {
      const key = job.keyOf(item);
      return !begun.has(key) && !underWay.has(key) && (failures.get(key)?.retryAt ?? 0) <= now;
    });
  };

  /** Items that have not failed, or failed longest ago, so that one that always fails does not keep up the doubt. */
  const probeOf = (lists: Startable<Item>[][]): Startable<Item>[] => {
    const failedAt = ({ item }: Startable<Item>) => failures.get(job.keyOf(item))?.failedAt ?? 0;
    return lists
      .flat()
      .toSorted((a, b) => failedAt(a) - failedAt(b))
      .slice(0, 1);
  };

  /** Starts as many items as there is room for. @returns when to look again */
  const look = async (): Promise<number> => {
    if (breaker.waitMs() > 0) return breaker.waitMs();
    const urgent: Startable<Item>[][] = [];
    const others: Startable<Item>[][] = [];
    for (const open of await job.openRuns()) {
      (open.isUrgent ? urgent : others).push(await startable(open));
    }
    // Runs take turns, so that one with thousands of items does not delay a small one.
    const next = breaker.isDoubtful()
      ? probeOf([...urgent, ...others])
      : [...inTurns(urgent), ...inTurns(others)];
    for (const { item, isInDoubt } of next) {
      if (!loop.isStopped() && !isFull()) start(item, isInDoubt);
    }
    const now = clock.now();
    const retries = [...failures.values()].filter((failed) => failed.retryAt > now);
    return Math.min(IDLE_MS, ...retries.map((failed) => failed.retryAt - now));
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
    pause: () => breaker.pause(),
    async stop() {
      const ended = loop.stop();
      abort.abort();
      await ended;
      await Promise.allSettled(underWay.values());
      await job.stop().catch((error: unknown) => {
        parts.onError(error);
      });
    },
  };
}
