import { DAY_MS } from './instant.ts';
import { dateIn, startOfDateMs } from './time.ts';

/** All sessions are expected to be listed this long after the Service's daily computation, in ms. */
export const COMPUTED_MS = 30 * 60_000;

/**
 * The start before which all sessions are known. The Service computes those that ended before a midnight in
 * UTC some time after it, so one that began a day earlier, and spans midnight, comes last.
 * @param readAt when sessions were read, in milliseconds since the epoch
 * @param computedAt when the newest session was computed, for the time of day; null: unknown
 * @returns milliseconds since the epoch, a midnight in UTC
 */
export function completeBefore(readAt: number, computedAt: number | null): number {
  const timeOfDay = computedAt === null ? DAY_MS : (computedAt % DAY_MS) + COMPUTED_MS;
  const computedUpTo = Math.floor((readAt - timeOfDay) / DAY_MS) * DAY_MS;
  return computedUpTo - DAY_MS;
}

/** The oldest and the newest read of the sessions of some Entities; infinite without one. */
export interface ReadSpan {
  /** Of those that were in time. */
  oldest: number;
  newest: number;
}

/** The read that decides for several Entities; -Infinity: none. */
export function decidingRead({ oldest, newest }: ReadSpan): number {
  return oldest === Infinity ? newest : oldest;
}

/**
 * The start of the first day that is provisional, in a zone: yesterday, or the day before if not all
 * of its sessions are computed yet. Every page, report and file goes by it.
 * @param readAt when the sessions were read, in milliseconds since the epoch
 * @param computedAt see {@link completeBefore}
 * @returns milliseconds since the epoch
 */
export function provisionalFromMs(zone: string, readAt: number, computedAt: number | null): number {
  return startOfDateMs(zone, dateIn(zone, completeBefore(readAt, computedAt)));
}
