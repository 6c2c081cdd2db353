import type { Clock } from '../clock.ts';

/** Slows down who fails again and again; nobody is locked out for good. */
export interface RateLimit {
  /** Seconds to wait before the next try, or 0. */
  waitS(key: string): number;
  /** Counts a try that failed. */
  failed(key: string): void;
  /** Forgets the failures of a key. */
  forget(key: string): void;
}

const LONGEST_WAIT_MS = 5 * 60_000;
const FORGET_AFTER_MS = 15 * 60_000;
/** Keys that are remembered at most; the oldest go first. */
const MAX_KEYS = 10_000;

/**
 * Limits failures per key. After the free ones each further failure doubles the wait, from 1 s to 5 min.
 * @param free failures without a wait
 */
export function createRateLimit(clock: Pick<Clock, 'now'>, free: number): RateLimit {
  const failures = new Map<string, { count: number; at: number }>();
  const recent = (key: string) => {
    const entry = failures.get(key);
    return entry === undefined || clock.now() - entry.at > FORGET_AFTER_MS ? null : entry;
  };
  return {
    waitS(key) {
      const entry = recent(key);
      if (entry === null || entry.count < free) return 0;
      const wait = Math.min(1000 * 2 ** (entry.count - free), LONGEST_WAIT_MS);
      return Math.max(0, Math.ceil((entry.at + wait - clock.now()) / 1000));
    },
    failed(key) {
      const count = (recent(key)?.count ?? 0) + 1;
      failures.delete(key);
      failures.set(key, { count, at: clock.now() });
      const [oldest] = failures.keys();
      if (failures.size > MAX_KEYS && oldest !== undefined) failures.delete(oldest);
    },
    forget(key) {
      failures.delete(key);
    },
  };
}
