import { setMaxListeners } from 'node:events';
import type { Kysely } from 'kysely';
import type { Clock } from '../../lib/clock.ts';
import {
  OUTAGE_PAUSE_MS,
  failureMessage,
  type OutageBreaker,
  type Pause,
} from '../jobs/outage-and-rate-limit.ts';
import type { RequestBudget } from '../jobs/request-budget.ts';
import type { GatheringRow, Store } from '../../store/schema/schema.ts';
import type { UpstreamClient } from '../../bff/upstream/client.ts';
import { UpstreamFault } from '../../bff/upstream/fault.ts';
import { createWorkLoop } from '../../lib/work-loop.ts';
import { finishGathering, newestGathering, waitingEntities } from './gather-store.ts';
import { storeReads, type EntityRead } from './place-store.ts';
import { EndlessPages, readLocations } from './read-locations.ts';

/** Entities that are read at the same time. */
const MAX_UNDER_WAY = 16;
/** What was read is stored together, after this long or when there are so many. */
const FLUSH_MS = 500;
const FLUSH_AT = 100;
/** Entities that are fetched from the store together. */
const FETCHED = 200;
const IDLE_MS = 60_000;
const MINUTE_MS = 60_000;

/** A request that was not sent since the gatherer waits. */
class Held extends Error {
  override name = 'Held';
}

/** Reads the Locations of the Entities that a run holds. */
export interface Gatherer {
  /** Begins, or looks at once for what has changed. */
  wake(): void;
  /** Reads one Entity now, whatever runs, and stores what came of it. */
  readNow(entityId: string): Promise<EntityRead>;
  /** Entities in the last minute; null when nothing was read in it. */
  perMinute(): number | null;
  paused(): Pause | null;
  /** Resolves when what was read is stored. */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

/** What the gatherer works with. */
export interface GathererParts {
  db: Kysely<Store>;
  clock: Clock;
  upstream: Pick<UpstreamClient, 'call'>;
  budget: RequestBudget;
  breaker: OutageBreaker;
  /** Told when the gatherer itself failed; it goes on. */
  onError(error: unknown): void;
}

/** Creates the gatherer; `wake` starts it. It takes up what is in the store, also after a restart. */
export function createGatherer(parts: GathererParts): Gatherer {
  const { db, clock, breaker } = parts;
  /** Entities from the beginning of their read until it is stored. */
  const busy = new Set<string>();
  const underWay = new Set<Promise<void>>();
  /** Ends of reads within the last minute. */
  let ends: number[] = [];
  let firstEnd = 0;
  let requests = 0;
  let done: EntityRead[] = [];
  let flushing: Promise<void> = Promise.resolve();
  let cancelFlush: (() => void) | null = null;
  let running: { row: GatheringRow; abort: AbortController } | null = null;
  let queue: string[] = [];
  const always = new AbortController();

  const writeOut = async () => {
    const reads = done;
    const sent = requests;
    const id = running?.row.id ?? null;
    done = [];
    requests = 0;
    if (reads.length === 0 && sent === 0) return;
    try {
      await storeReads(db, reads, id === null ? null : { id, requests: sent });
    } catch (error) {
      // Nothing is marked as read: it is read again.
      parts.onError(error);
      breaker.hold(OUTAGE_PAUSE_MS, 'The console cannot use its own store at the moment.');
    }
    for (const { entityId } of reads) busy.delete(entityId);
    loop.wake();
  };

  const flush = (): Promise<void> => {
    cancelFlush?.();
    cancelFlush = null;
    const before = flushing;
    flushing = (async () => {
      await before;
      await writeOut();
    })();
    return flushing;
  };

  const flushSoon = () => {
    if (done.length >= FLUSH_AT) {
      void flush();
      return;
    }
    cancelFlush ??= clock.after(FLUSH_MS, () => void flush());
  };

  const ended = () => {
    const now = clock.now();
    if (ends.length === 0) firstEnd = now;
    ends.push(now);
    if (ends[0] !== undefined && now - ends[0] > 2 * MINUTE_MS) {
      ends = ends.filter((end) => now - end < MINUTE_MS);
    }
  };

  const run = async (entityId: string, signal: AbortSignal) => {
    try {
      const locations = await readLocations(parts, entityId, signal, () => {
        // While it waited for its turn, others may have found the Service away.
        if (breaker.waitMs() > 0) throw new Held();
        requests += 1;
      });
      breaker.answered(entityId);
      done.push({ entityId, at: clock.now(), result: { locations } });
    } catch (error) {
      if (loop.isStopped() || signal.aborted || error instanceof Held) {
        busy.delete(entityId);
        return;
      }
      if (breaker.failed(entityId, error) === 'outage') {
        busy.delete(entityId);
        return;
      }
      const message = error instanceof EndlessPages ? error.message : failureMessage(error);
      if (!(error instanceof UpstreamFault || error instanceof EndlessPages)) parts.onError(error);
      done.push({ entityId, at: clock.now(), result: { message } });
    }
    ended();
    flushSoon();
  };

  const start = (entityId: string, signal: AbortSignal) => {
    busy.add(entityId);
    const reading = run(entityId, signal).finally(() => {
      underWay.delete(reading);
      loop.wake();
    });
    underWay.add(reading);
  };

  const follow = (row: GatheringRow | null) => {
    const wantedId = row?.state === 'running' ? row.id : null;
    if ((running?.row.id ?? null) === wantedId) return;
    running?.abort.abort();
    queue = [];
    running = null;
    if (row === null || wantedId === null) return;
    const abort = new AbortController();
    setMaxListeners(0, abort.signal);
    running = { row, abort };
    ends = [];
  };

  /** Starts what there is room for and says when to look again. */
  const look = async (): Promise<number> => {
    if (breaker.waitMs() > 0) {
      // Stopping works while it waits, too.
      follow(await newestGathering(db));
      return breaker.waitMs();
    }
    if (queue.length === 0) {
      const newest = await newestGathering(db);
      if (newest?.id !== running?.row.id || newest?.state !== 'running') await flush();
      follow(newest);
      if (running === null) return IDLE_MS;
      const ids = await waitingEntities(db, running.row.id, FETCHED + busy.size);
      queue = ids.filter((id) => !busy.has(id)).toReversed();
      if (ids.length === 0) {
        await finishGathering(db, running.row.id, clock.now());
        return 0;
      }
      if (queue.length === 0 && done.length > 0) void flush();
    }
    const signal = running?.abort.signal;
    for (let room = MAX_UNDER_WAY - underWay.size; room > 0; room -= 1) {
      const next = queue.pop();
      if (next === undefined || signal === undefined) break;
      start(next, signal);
    }
    return IDLE_MS;
  };

  const loop = createWorkLoop({
    clock,
    look,
    holdMs: () => 0,
    errorPauseMs: OUTAGE_PAUSE_MS,
    onError: (error) => {
      parts.onError(error);
    },
  });

  return {
    wake() {
      // What is queued may belong to a run that was stopped.
      queue = [];
      loop.wake();
    },
    async readNow(entityId) {
      let result: EntityRead['result'];
      try {
        result = { locations: await readLocations(parts, entityId, always.signal, () => {}) };
      } catch (error) {
        if (loop.isStopped()) throw error;
        const message = error instanceof EndlessPages ? error.message : failureMessage(error);
        result = { message };
      }
      const one: EntityRead = { entityId, at: clock.now(), result };
      await storeReads(db, [one]);
      return one;
    },
    perMinute() {
      const now = clock.now();
      ends = ends.filter((end) => now - end < MINUTE_MS);
      const span = Math.min(MINUTE_MS, now - firstEnd);
      return ends.length < 2 || span < 1000 ? null : (ends.length / span) * MINUTE_MS;
    },
    paused: () => breaker.pause(),
    settle: () => flush(),
    async stop() {
      const halted = loop.stop();
      running?.abort.abort();
      always.abort();
      await halted;
      await Promise.allSettled(underWay);
      await flush();
    },
  };
}
