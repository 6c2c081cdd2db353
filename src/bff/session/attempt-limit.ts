import type { Clock } from '../../lib/clock.ts';

/** Slows down repeated failures; never locks anybody out for good. */
export interface AttemptLimit {
  /** Seconds to wait before the next attempt, or 0. */
  waitS(key: string): number;
  /** Counts an attempt before it is made, so that simultaneous attempts are counted too. */
  reserve(key: string): void;
  /** Takes back an attempt that did not fail. */
  refund(key: string): void;
  /** Forgets the failures of a key. */
  forget(key: string): void;
}

const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 5 * 60_000;
const FORGET_AFTER_MS = 15 * 60_000;
/** Maximum number of remembered keys; the oldest are dropped first. */
const MAX_KEYS = 10_000;

/**
 * Limits attempts per key. After the free failures, each further one doubles the wait, from 30 s to 5 min.
 * @param free failures without a wait
 */
export function createAttemptLimit(clock: Pick<Clock, 'elapsed'>, free: number): AttemptLimit {
  const attempts = new Map<string, { count: number; at: number }>();
  const recent = (key: string) => {
    const entry = attempts.get(key);
    return entry === undefined || clock.elapsed() - entry.at > FORGET_AFTER_MS ? null : entry;
  };
  return {
    waitS(key) {
      const entry = recent(key);
      if (entry === null || entry.count < free) return 0;
      const wait = Math.min(FIRST_WAIT_MS * 2 ** (entry.count - free), LONGEST_WAIT_MS);
      return Math.max(0, Math.ceil((entry.at + wait - clock.elapsed()) / 1000));
    },
    reserve(key) {
      const count = (recent(key)?.count ?? 0) + 1;
      attempts.delete(key);
      attempts.set(key, { count, at: clock.elapsed() });
      const [oldest] = attempts.keys();
      if (attempts.size > MAX_KEYS && oldest !== undefined) attempts.delete(oldest);
    },
    refund(key) {
      const entry = attempts.get(key);
      if (entry === undefined) return;
      entry.count -= 1;
      if (entry.count <= 0) attempts.delete(key);
    },
    forget(key) {
      attempts.delete(key);
    },
  };
}
