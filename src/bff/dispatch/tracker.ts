import type { Kysely } from 'kysely';
import { Command } from '../../contract/command.ts';
import { ENDPOINTS } from '../../contract/endpoints.ts';
import type { Clock } from '../clock.ts';
import { failureOf } from '../problems.ts';
import type { CommandRow, Store } from '../store/schema.ts';
import { readAnswer, type UpstreamClient } from '../upstream/client.ts';
import { UpstreamFault } from '../upstream/fault.ts';
import { storeObservation, storeReadError } from './observe.ts';

/** Most requests in a second, for all batches together. */
const REQUESTS_PER_SECOND = 20;
const TICK_MS = 250;
const PER_TICK = (REQUESTS_PER_SECOND * TICK_MS) / 1000;
/** Reads that may be under way at once: a slow Service is not asked more and more. */
const MAX_UNDER_WAY = 8;
/** The pause after a read that shows that the Service cannot be read at all, in milliseconds. */
const OUTAGE_PAUSE_MS = 3000;
/** How long nothing is looked up while nothing is due, at most; new batches wake the tracker. */
const IDLE_MS = 60_000;

/** Follows every Command that can still change, one reader for all browsers. */
export interface Tracker {
  /** Begins, or looks at once for what is new. */
  wake(): void;
  /** Stops and waits for the reads that are under way. */
  stop(): Promise<void>;
}

/** What the tracker works with. */
export interface TrackerParts {
  db: Kysely<Store>;
  clock: Clock;
  upstream: Pick<UpstreamClient, 'call'>;
  /** Told when the tracker itself failed; it goes on. */
  onError(error: unknown): void;
}

/** Whether a failure says something of the Service as a whole rather than of one Command. */
function isOutage(error: unknown): error is UpstreamFault {
  return (
    error instanceof UpstreamFault &&
    (error.effect === 'not-sent' || error.status === 429 || error.status === 503)
  );
}

/** Creates the tracker; `wake` starts it. It takes up what is in the store, also after a restart. */
export function createTracker(parts: TrackerParts): Tracker {
  const { db, clock, upstream } = parts;
  const underWay = new Map<string, Promise<void>>();
  let cancelTimer: (() => void) | null = null;
  let looking: Promise<void> | null = null;
  let stopped = false;
  let resumeAt = 0;
  const abort = new AbortController();

  const keyOf = (row: CommandRow) => `${row.intent_id}/${row.position}`;

  const read = async (row: CommandRow) => {
    try {
      const answer = await upstream.call(
        ENDPOINTS.getCommand,
        { params: { entityId: row.entity_id, commandId: row.id }, query: {} },
        abort.signal,
      );
      await storeObservation(db, row, readAnswer(Command, answer), clock.now());
    } catch (error) {
      if (stopped) return;
      if (isOutage(error)) {
        resumeAt = clock.now() + Math.max(OUTAGE_PAUSE_MS, (error.retryAfterS ?? 0) * 1000);
      }
      if (!(error instanceof UpstreamFault)) parts.onError(error);
      const [words] = failureOf(error).detail.errors;
      await storeReadError(
        db,
        row,
        words?.message ?? words?.description ?? 'Could not be read.',
        clock.now(),
      );
    }
  };

  /** Starts the reads that are due, within the budget, and says when to look again. */
  const look = async (): Promise<number> => {
    const now = clock.now();
    if (now < resumeAt) return resumeAt - now;
    const room = Math.min(PER_TICK, MAX_UNDER_WAY - underWay.size);
    if (room <= 0) return TICK_MS;
    // The young first, and of those the one that waits longest: old ones cannot crowd them out.
    const due = await db
      .selectFrom('commands')
      .where('settled', '=', 0)
      .where('next_poll_at', '<=', now)
      .orderBy('poll_interval')
      .orderBy('next_poll_at')
      .limit(room + underWay.size)
      .selectAll()
      .execute();
    for (const row of due.filter((found) => !underWay.has(keyOf(found))).slice(0, room)) {
      const key = keyOf(row);
      const reading = read(row)
        .catch((error: unknown) => {
          parts.onError(error);
        })
        .finally(() => underWay.delete(key));
      underWay.set(key, reading);
    }
    if (due.length > 0 || underWay.size > 0) return TICK_MS;
    const next = await db
      .selectFrom('commands')
      .where('settled', '=', 0)
      .select((row) => row.fn.min('next_poll_at').as('at'))
      .executeTakeFirst();
    const at: number | null = next?.at ?? null;
    return at === null ? IDLE_MS : Math.min(Math.max(at - now, TICK_MS), IDLE_MS);
  };

  const lookOnce = async () => {
    let waitMs = OUTAGE_PAUSE_MS;
    try {
      waitMs = await look();
    } catch (error) {
      parts.onError(error);
    }
    looking = null;
    if (!stopped) cancelTimer = clock.after(waitMs, tick);
  };

  const tick = () => {
    cancelTimer = null;
    if (!stopped) looking ??= lookOnce();
  };

  return {
    wake() {
      if (stopped || looking !== null) return;
      cancelTimer?.();
      cancelTimer = clock.after(0, tick);
    },
    async stop() {
      stopped = true;
      cancelTimer?.();
      abort.abort();
      await looking;
      await Promise.allSettled(underWay.values());
    },
  };
}
