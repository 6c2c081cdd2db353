import type { Clock } from './clock.ts';

/** How far the time that the service tells may be off, in milliseconds. */
export const MAX_CLOCK_OFFSET_MS = 366 * 86_400_000;
/** How fast it may drift, in millionths. */
export const MAX_DRIFT_PPM = 500_000;

/**
 * The time that the service tells: the Date header, trigger times and every other instant it writes. It may
 * be wrong and may be set back; the devices live by the {@link Clock}, which never runs backwards.
 */
export interface ReportedClock {
  /** Told now, in milliseconds since the epoch. */
  now(): number;
  /** What the service's clock shows at an instant of the devices, both in milliseconds since the epoch. */
  told(atMs: number): number;
  /** The instant of the devices at which the service's clock shows a time; the inverse of `told`. */
  instantOf(toldMs: number): number;
  /**
   * Sets the clock.
   * @param change `offsetMs`: what it is ahead of the devices from now on (negative: behind), in
   *   milliseconds; `driftPpm`: how fast that grows, in millionths. What is absent stays as it is.
   */
  set(change: { offsetMs?: number | undefined; driftPpm?: number | undefined }): void;
}

/**
 * Makes the clock that the service tells.
 * @param clock the time of the devices
 * @param offsetMs what it is ahead at first, in milliseconds
 */
export function makeReportedClock(clock: Clock, offsetMs: number): ReportedClock {
  let error = { atMs: clock.now(), offsetMs, rate: 0 };
  const told = (atMs: number) =>
    Math.round(atMs + error.offsetMs + error.rate * (atMs - error.atMs));
  return {
    now: () => told(clock.now()),
    told,
    instantOf: (toldMs) =>
      Math.round(error.atMs + (toldMs - error.atMs - error.offsetMs) / (1 + error.rate)),
    set: (change) => {
      const atMs = clock.now();
      error = {
        atMs,
        offsetMs: change.offsetMs ?? told(atMs) - atMs,
        rate: change.driftPpm === undefined ? error.rate : change.driftPpm / 1e6,
      };
    },
  };
}
