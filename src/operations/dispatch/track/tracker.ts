import { setMaxListeners } from 'node:events';
import type { Kysely } from 'kysely';
import { Command } from '../../../contract/command.ts';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import type { Clock } from '../../../lib/clock.ts';
import { failureOf } from '../../../bff/http/problems.ts';
import type { CommandRow, Store } from '../../../store/schema/schema.ts';
import { readAnswer, type UpstreamClient } from '../../../bff/upstream/client.ts';
import { UpstreamFault } from '../../../bff/upstream/fault.ts';
import { createDuePicker, keyOf } from './due-commands.ts';
import type { Observer, Seen } from './observe.ts';
import type { RequestBudget } from '../../jobs/request-budget.ts';

/** How soon is looked again while something is going on, in milliseconds. */
const TICK_MS = 250;
/** Reads that may be under way at once: a slow Service is not asked more and more. */
const MAX_UNDER_WAY = 16;
/** The pause after a read that shows that the Service cannot be read at all, in milliseconds. */
export const OUTAGE_PAUSE_MS = 3000;
/** How long nothing is looked up while nothing is due, at most; new batches wake the tracker. */
const IDLE_MS = 60_000;
/** Answers that come within this time are stored together, in milliseconds. */
const GATHER_MS = 50;

/** Follows every Command that can still change, one reader for all browsers. */
export interface Tracker {
  /** Begins, or looks at once for what is new. */
  wake(): void;
  /** Stops and waits until what is under way is stored. */
  stop(): Promise<void>;
}

/** What the tracker works with. */
export interface TrackerParts {
  db: Kysely<Store>;
  clock: Clock;
  upstream: Pick<UpstreamClient, 'call'>;
  budget: RequestBudget;
  observer: Pick<Observer, 'store' | 'storeReadError'>;
  /** Told when the tracker itself failed; it goes on. */
  onError(error: unknown): void;
}

/** Whether a failure says something of the Service as a whole rather than of one Command. */
export function isOutage(error: unknown): error is UpstreamFault {
  return (
    error instanceof UpstreamFault &&
    (error.effect === 'not-sent' || error.status === 429 || error.status === 503)
  );
}

/** The words of a failed read, fit to be shown. */
export function wordsOfReadError(error: unknown): string {
  const [words] = failureOf(error).detail.errors;
  return words?.message ?? words?.description ?? 'Could not be read.';
}

/** Creates the tracker; `wake` starts it. It resumes from the store after a restart. */
export function createTracker(parts: TrackerParts): Tracker {
  const { clock, observer, budget } = parts;
  const picker = createDuePicker(parts.db);
  /** Commands from the beginning of their read until it is stored. */
  const busy = new Set<string>();
  const underWay = new Set<Promise<void>>();
  let queue: CommandRow[] = [];
  let more = false;
  let gathered: Seen[] = [];
  let storing = Promise.resolve();
  let cancelStore: (() => void) | null = null;
  let cancelTimer: (() => void) | null = null;
  let looking: Promise<void> | null = null;
  /** How soon another look was asked for during one. */
  let wantedMs = IDLE_MS;
  let stopped = false;
  let resumeAt = 0;
  const abort = new AbortController();
  // Each read under way listens.
  setMaxListeners(0, abort.signal);

  const pause = (ms: number) => {
    resumeAt = Math.max(resumeAt, clock.now() + ms);
    queue = [];
  };

  const storeAll = async (seen: readonly Seen[]) => {
    try {
      await observer.store(seen);
    } catch (error) {
      pause(OUTAGE_PAUSE_MS);
      parts.onError(error);
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
    if (stopped) return;
    if (isOutage(error)) pause(Math.max(OUTAGE_PAUSE_MS, (error.retryAfterS ?? 0) * 1000));
    if (!(error instanceof UpstreamFault)) parts.onError(error);
    await observer.storeReadError(row, wordsOfReadError(error));
  };

  const ask = async (row: CommandRow) =>
    budget.run(async () => {
      // While it waited for its turn, others may have found the Service away.
      if (clock.now() < resumeAt) return null;
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
      gathered.push({ row, command });
      cancelStore ??= clock.after(GATHER_MS, storeGathered);
    } catch (error) {
      try {
        await failed(row, error);
      } catch (notStored) {
        pause(OUTAGE_PAUSE_MS);
        parts.onError(notStored);
      }
      busy.delete(key);
    }
  };

  const mayStart = () => !stopped && underWay.size < MAX_UNDER_WAY && clock.now() >= resumeAt;

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
    lookSoon(0);
  };

  /** Starts the reads that are due and says when to look again. */
  const look = async (): Promise<number> => {
    const now = clock.now();
    if (now < resumeAt) return resumeAt - now;
    if (queue.length === 0) {
      const due = await picker.pick(busy, now);
      queue = due.rows;
      more = due.more;
    }
    start();
    if (queue.length > 0 || busy.size > 0) return TICK_MS;
    const at = await picker.nextAt();
    return at === null ? IDLE_MS : Math.min(Math.max(at - clock.now(), TICK_MS), IDLE_MS);
  };

  const lookOnce = async () => {
    let waitMs = OUTAGE_PAUSE_MS;
    try {
      waitMs = await look();
    } catch (error) {
      parts.onError(error);
    }
    looking = null;
    const soonest = Math.min(waitMs, wantedMs);
    wantedMs = IDLE_MS;
    lookSoon(soonest);
  };

  const lookSoon = (waitMs: number) => {
    if (stopped) return;
    if (looking !== null) {
      wantedMs = Math.min(wantedMs, waitMs);
      return;
    }
    cancelTimer?.();
    cancelTimer = clock.after(waitMs, () => {
      cancelTimer = null;
      if (!stopped) looking ??= lookOnce();
    });
  };

  return {
    wake() {
      queue = [];
      lookSoon(0);
    },
    async stop() {
      stopped = true;
      cancelTimer?.();
      abort.abort();
      await looking;
      await Promise.allSettled(underWay);
      storeGathered();
      await storing;
    },
  };
}
