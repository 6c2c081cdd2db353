import { setMaxListeners } from 'node:events';
import { READ_RESOURCES } from '../../../contract/console/choices.ts';
import type { FleetPolicy } from '../../../domain/fleet-policy.ts';
import { createWorkLoop } from '../../../lib/work-loop.ts';
import type { FleetReadRow } from '../../../store/schema/fleet-schema.ts';
import { OUTAGE_PAUSE_MS, type Pause } from '../../jobs/outage-and-rate-limit.ts';
import { forgetMembers } from '../members/member-store.ts';
import { findDue, findProbe, keyOf, nextDueAt } from './due.ts';
import { enrolNew, readable } from './enrol.ts';
import { followPolicy } from './follow-policy.ts';
import { RANK, ranksOf } from './read-records.ts';
import { Later, createOneRead, targetOf, type OneReadParts } from './one-read.ts';
import type { ReadEnd } from './put-read.ts';
import type { FleetWriter } from './writer.ts';

/** How often the directory is checked for additions, in milliseconds. */
const ENROL_MS = 30_000;
const MINUTE_MS = 60_000;
/** Reads that are taken together, about. */
const TAKEN = 64;
/** Minimum pause between two looks at the store, in milliseconds. */
const LEAST_WAIT_MS = 500;

const NO_ROOM = 'The disk of the data folder is nearly full; what is left is kept for dispatches.';

/** Does due reads and stores their data. */
export interface FleetReads {
  /** Starts, or looks for requested reads at once. */
  wake(): void;
  /** Looks for additions to the directory, and removals. */
  directoryChanged(): void;
  /** Why nothing is read at the moment, or null. */
  pause(): Pause | null;
  /** Number of reads in the last minute; null: none. */
  perMinute(): number | null;
  stop(): Promise<void>;
}

/** Dependencies of the reads. */
export interface FleetReadsParts extends Omit<
  OneReadParts,
  'countRequest' | 'isStopped' | 'signal'
> {
  /** Null: only requested reads are done. */
  policy: FleetPolicy | null;
  /** Whether the store can be written; nothing is tried while it cannot. */
  isWritable(): boolean;
  /** Whether the disk has room for data that is read, besides the reserve for changes. */
  hasRoom(): boolean;
  /** Maximum number of reads at the same time; the budget decides how fast. */
  atOnce: number;
  writer: FleetWriter;
}

/** Creates the scheduler; `wake` starts it. It resumes from the store after a restart. */
export function createFleetReads(parts: FleetReadsParts): FleetReads {
  const { db, clock, breaker, policy, atOnce, writer } = parts;
  const ranks = ranksOf(policy);
  const abort = new AbortController();
  setMaxListeners(0, abort.signal);
  const underWay = new Set<Promise<void>>();
  /** Reads from when they are taken until they are stored, with their tries in a row. */
  const taken = new Map<string, number>();
  let queue: FleetReadRow[] = [];
  /** Reads that are retried later. */
  let delayed: { record: FleetReadRow; at: number }[] = [];
  /** Whether a probe is in flight, which shows whether the Service is away. */
  let isProbing = false;
  /** Whether the store may have due reads that are not in the queue. */
  let mayHaveMore = true;
  /** When the next read becomes due that is not due yet. */
  let moreAt = Infinity;
  let wasWoken = false;
  let enrolAt = -Infinity;
  let isPolicyFollowed = false;
  let ends: number[] = [];

  const readOne = createOneRead({
    ...parts,
    signal: abort.signal,
    isStopped: () => loop.isStopped(),
    countRequest: (resource) => {
      writer.countRequest(resource);
    },
  });

  /** The store failed: what it did not take is still due, and read again. */
  const giveUp = (record: FleetReadRow, error: unknown) => {
    taken.delete(keyOf(record));
    if (loop.isStopped()) return;
    parts.onError(error);
    breaker.hold(OUTAGE_PAUSE_MS, 'The console cannot use its own store at the moment.');
  };

  const store = async (end: ReadEnd) => {
    try {
      await writer.putRead(end);
      taken.delete(keyOf(end.record));
    } catch (error) {
      giveUp(end.record, error);
    }
    mayHaveMore = true;
    loop.wake();
  };

  const run = async (record: FleetReadRow, isProbe: boolean) => {
    const key = keyOf(record);
    const tries = taken.get(key) ?? 0;
    try {
      void store(await readOne(record, { isProbe, tries }));
      const now = clock.now();
      ends.push(now);
      if (now - (ends[0] ?? now) > 2 * MINUTE_MS)
        ends = ends.filter((end) => now - end < MINUTE_MS);
    } catch (error) {
      // It keeps its turn.
      if (!(error instanceof Later)) giveUp(record, error);
      else if (error.until === 'sent') queue.unshift(record);
      else if (error.until === 'others') queue.push(record);
      else {
        taken.set(key, tries + 1);
        delayed.push({ record, at: clock.now() + error.until });
      }
    }
  };

  const start = (record: FleetReadRow, isProbe = false) => {
    const running = run(record, isProbe).finally(() => {
      underWay.delete(running);
      if (isProbe) isProbing = false;
      loop.wake();
    });
    underWay.add(running);
    isProbing ||= isProbe;
  };

  /** Sends the read that shows best whether the Service is away: preferably not like those just turned away. */
  const probe = async () => {
    const but = READ_RESOURCES.filter((resource) => breaker.isSuspect('', resource));
    let next = await findProbe(db, { now: clock.now(), ranks, taken, but });
    if (next === null) {
      const at = queue.findIndex((one) => !breaker.isSuspect(targetOf(one), one.resource));
      next = queue.splice(Math.max(at, 0), 1)[0] ?? null;
    }
    if (next === null) return;
    if (!taken.has(keyOf(next))) taken.set(keyOf(next), 0);
    start(next, true);
  };

  /** Takes more reads. If the queue is long enough, only those requested since, which go before it. */
  const fill = async () => {
    const isHungry = queue.length < atOnce;
    const now = clock.now();
    const due = { now, limit: TAKEN, taken, ranks: isHungry ? ranks : ranksOf(null) };
    const { reads, isMore } = await findDue(db, due);
    const added = await readable(db, reads, now);
    for (const record of added) taken.set(keyOf(record), 0);
    const isAsked = ({ rank }: FleetReadRow) => rank === RANK.asked;
    queue = [...added.filter(isAsked), ...queue, ...added.filter((record) => !isAsked(record))];
    if (isHungry) mayHaveMore = isMore;
  };

  /** Puts reads whose pause is over back into the queue. @returns when the next pause ends, or Infinity */
  const takeDelayed = (now: number): number => {
    queue.unshift(...delayed.filter(({ at }) => at <= now).map(({ record }) => record));
    delayed = delayed.filter(({ at }) => at > now);
    return delayed.reduce((first, { at }) => Math.min(first, at), Infinity);
  };

  /** Starts as many reads as may run. @returns milliseconds until the next look */
  const look = async (): Promise<number> => {
    const now = clock.now();
    if (!parts.isWritable() || !parts.hasRoom()) return OUTAGE_PAUSE_MS;
    if (now >= enrolAt) {
      await forgetMembers(db);
      if (policy !== null) {
        if (!isPolicyFollowed) await followPolicy(db, policy);
        isPolicyFollowed = true;
        await enrolNew(db, now);
      }
      enrolAt = now + ENROL_MS;
      mayHaveMore = true;
    }
    if (breaker.waitMs() > 0) return breaker.waitMs();
    const delayedAt = takeDelayed(now);
    mayHaveMore ||= now >= moreAt;
    if (wasWoken || (mayHaveMore && queue.length < atOnce)) {
      wasWoken = false;
      await fill();
    }
    if (breaker.isDoubtful()) {
      // Reads sent before the doubt may be answered late or never, so the probe does not wait for them.
      if (!isProbing && !writer.isBehind() && !loop.isStopped()) await probe();
      return Math.min(ENROL_MS, Math.max(0, delayedAt - clock.now()));
    }
    while (underWay.size < atOnce && !writer.isBehind() && !loop.isStopped()) {
      const next = queue.shift();
      if (next === undefined) break;
      start(next);
    }
    if (queue.length > 0) return ENROL_MS;
    moreAt = mayHaveMore ? now : await nextDueAt(db, ranks, now);
    const waitMs = Math.min(delayedAt, Math.max(moreAt, now + LEAST_WAIT_MS)) - clock.now();
    return Math.min(ENROL_MS, Math.max(0, waitMs));
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
      wasWoken = true;
      mayHaveMore = true;
      loop.wake();
    },
    directoryChanged() {
      enrolAt = -Infinity;
      loop.wake();
    },
    pause: () =>
      parts.hasRoom()
        ? breaker.pause()
        : { until: clock.now() + OUTAGE_PAUSE_MS, message: NO_ROOM },
    perMinute() {
      const now = clock.now();
      ends = ends.filter((end) => now - end < MINUTE_MS);
      return ends.length === 0 ? null : ends.length;
    },
    async stop() {
      const halted = loop.stop();
      abort.abort();
      await halted;
      await Promise.allSettled(underWay);
      await writer.flush();
    },
  };
}
