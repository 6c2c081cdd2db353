import type { Clock } from './clock.ts';

/** Largest offset of the reported time, in milliseconds. */
export const MAX_CLOCK_OFFSET_MS = 366 * 86_400_000;
/** Largest drift, in millionths. */
export const MAX_DRIFT_PPM = 500_000;

/**
 * The time that the service reports: the Date header, trigger times and every other instant in answers.
 * It may be wrong and may be set back; the devices follow the {@link Clock}, which never runs backwards.
 */
export interface ReportedClock {
  /** Reported now, in milliseconds since the epoch. */
  now(): number;
  /** The reported time at an instant of the devices, both in milliseconds since the epoch. */
  at(atMs: number): number;
  /** The instant of the devices for a reported time; the inverse of `at`. */
  instantOf(reportedMs: number): number;
  /**
   * Sets the clock.
   * @param change `offsetMs`: its lead over the devices in milliseconds (negative: behind); `driftPpm`:
   *   how fast that lead grows, in millionths. Absent values are unchanged.
   */
  set(change: { offsetMs?: number | undefined; driftPpm?: number | undefined }): void;
}

/**
 * Makes the reported clock.
 * @param clock the time of the devices
 * @param offsetMs initial offset in milliseconds
 */
export function makeReportedClock(clock: Clock, offsetMs: number): ReportedClock {
  let error = { atMs: clock.now(), offsetMs, rate: 0 };
  const at = (atMs: number) => Math.round(atMs + error.offsetMs + error.rate * (atMs - error.atMs));
  return {
    now: () => at(clock.now()),
    at,
    instantOf: (reportedMs) =>
      Math.round(error.atMs + (reportedMs - error.atMs - error.offsetMs) / (1 + error.rate)),
    set: (change) => {
      const atMs = clock.now();
      error = {
        atMs,
        offsetMs: change.offsetMs ?? at(atMs) - atMs,
        rate: change.driftPpm === undefined ? error.rate : change.driftPpm / 1e6,
      };
    },
  };
}
