import { DAY_MS } from './instant.ts';

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
