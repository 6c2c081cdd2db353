import { setMaxListeners } from 'node:events';
import type { Kysely } from 'kysely';
import { Command } from '../../../contract/command.ts';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import type { Clock } from '../../../lib/clock.ts';
import { createWorkLoop } from '../../../lib/work-loop.ts';
import type { CommandRow, Store } from '../../../store/schema/schema.ts';
import type { UpstreamClient } from '../../../bff/upstream/client.ts';
import { readAnswer } from '../../read-answer.ts';
import { UpstreamFault } from '../../../http/fault.ts';
import { createDuePicker, keyOf } from './due-commands.ts';
import type { Observer, Seen } from './observe.ts';
import {
  OUTAGE_PAUSE_MS,
  failureMessage,
  retryAfterMs,
  type OutageBreaker,
} from '../../jobs/outage-and-rate-limit.ts';
import type { RequestBudget } from '../../jobs/request-budget.ts';

/** How often to look for work while reads are in flight, in milliseconds. */
const TICK_MS = 250;
/** Maximum reads in flight, so that a slow Service does not get more and more. */
const MAX_UNDER_WAY = 16;
/** Minimum time between two looks for work: each accepted batch wakes the tracker. */
const HOLD_MS = 200;
/** Longest pause while nothing is due; new batches wake the tracker. */
const IDLE_MS = 60_000;
/** Answers within this time are stored together, in milliseconds. */
const GATHER_MS = 50;

/** Tracks every Command that can still change, one reader for all browsers. */
export interface Tracker {
  /** Starts, or looks for new work at once. */
  wake(): void;
  /** Stops and waits until the reads in flight are stored. */
  stop(): Promise<void>;
}

/** Dependencies of the tracker. */
export interface TrackerParts {
  db: Kysely<Store>;
  clock: Clock;
  upstream: Pick<UpstreamClient, 'call'>;
  budget: RequestBudget;
  breaker: OutageBreaker;
  observer: Pick<Observer, 'store' | 'storeReadError'>;
  /** Called when the tracker itself failed; it continues. */
  onError(error: unknown): void;
}

/** Creates the tracker; `wake` starts it. Resumes from the store after a restart. */
export function createTracker(parts: TrackerParts): Tracker {
  const { clock, observer, budget, breaker } = parts;
  const picker = createDuePicker(parts.db);
  /** Commands from the beginning of their read until it is stored. */
  const busy = new Set<string>();
  const underWay = new Set<Promise<void>>();
  let queue: CommandRow[] = [];
  let more = false;
  let pickedAt = 0;
  let gathered: Seen[] = [];
  let storing = Promise.resolve();
  let cancelStore: (() => void) | null = null;
  const abort = new AbortController();
  // Each read in flight adds a listener.
  setMaxListeners(0, abort.signal);

  const storeFailed = (error: unknown) => {
    breaker.hold(OUTAGE_PAUSE_MS, 'The console cannot use its own store at the moment.');
    parts.onError(error);
  };

  const storeAll = async (seen: readonly Seen[]) => {
    try {
      await observer.store(seen);
    } catch (error) {
      storeFailed(error);
    }
    for (const { row } of seen) busy.delete(keyOf(row));
  };

  const storeGathered = () => {
    cancelStore?.();
    cancelStore = null;
    const seen = gathered;
    gathered = [];
    storing = storing.then(() => storeAll(seen));
  };

  const failed = async (row: CommandRow, error: unknown) => {
    if (loop.isStopped()) return;
    breaker.failed(keyOf(row), error);
    if (!(error instanceof UpstreamFault)) parts.onError(error);
    await observer.storeReadError(row, failureMessage(error), retryAfterMs(error));
  };

  const ask = async (row: CommandRow) =>
    budget.run(async () => {
      // While it waited for its turn, others may have detected an outage.
      if (breaker.waitMs() > 0 || (breaker.isDoubtful() && underWay.size > 1)) return null;
      const input = { params: { entityId: row.entity_id, commandId: row.id }, query: {} };
      const answer = await parts.upstream.call(ENDPOINTS.getCommand, input, abort.signal);
      return readAnswer(Command, answer);
    }, abort.signal);

  const read = async (row: CommandRow) => {
    const key = keyOf(row);
    try {
      const command = await ask(row);
      if (command === null) {
        busy.delete(key);
        return;
      }
      breaker.answered(key);
      gathered.push({ row, command });
      cancelStore ??= clock.after(GATHER_MS, storeGathered);
    } catch (error) {
      try {
        await failed(row, error);
      } catch (notStored) {
        storeFailed(notStored);
      }
      busy.delete(key);
    }
  };

  const isFull = () => underWay.size >= (breaker.isDoubtful() ? 1 : MAX_UNDER_WAY);
  const mayStart = () => !loop.isStopped() && !isFull() && breaker.waitMs() === 0;

  const start = () => {
    while (mayStart()) {
      const row = queue.shift();
      if (row === undefined) break;
      if (busy.has(keyOf(row))) continue;
      busy.add(keyOf(row));
      const reading = read(row).finally(() => {
        underWay.delete(reading);
        start();
      });
      underWay.add(reading);
    }
    if (queue.length > 0 || !more) return;
    more = false;
    loop.wake();
  };

  /** Starts the reads that are due. @returns when to look again */
  const look = async (): Promise<number> => {
    if (breaker.waitMs() > 0) {
      // Other Commands may be due by then.
      queue = [];
      return breaker.waitMs();
    }
    if (queue.length === 0) {
      pickedAt = clock.now();
      const due = await picker.pick(busy, pickedAt);
      queue = due.rows;
      more = due.more;
    }
    start();
    if (queue.length > 0 || busy.size > 0) return TICK_MS;
    const at = await picker.nextAt();
    return at === null ? IDLE_MS : Math.min(Math.max(at - clock.now(), TICK_MS), IDLE_MS);
  };

  const loop = createWorkLoop({
    clock,
    look,
    holdMs: () => Math.min(HOLD_MS, Math.max(0, pickedAt + HOLD_MS - clock.now())),
    errorPauseMs: OUTAGE_PAUSE_MS,
    onError: (error) => {
      parts.onError(error);
    },
  });

  return {
    wake() {
      queue = [];
      loop.wake();
    },
    async stop() {
      const ended = loop.stop();
      abort.abort();
      await ended;
      await Promise.allSettled(underWay);
      storeGathered();
      await storing;
    },
  };
}
