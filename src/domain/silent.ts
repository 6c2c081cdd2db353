import { DAY_MS, type Span } from './instant.ts';

/** An Entity that charged before is silent after this many days without a charge session. */
export const SILENT_DAYS = 14;
/** It counts as fallen silent if it charged within this many days before. */
const CHARGED_DAYS = 60;

/** An Entity is silent if its last session ended at this instant or before. @param now milliseconds since the epoch */
export function silentFrom(now: number): number {
  return now - SILENT_DAYS * DAY_MS;
}

/**
 * Since when an Entity is silent, the end of its last session; null: it is not.
 * @param sessionAt when its last session ended, or began if it has not ended, in milliseconds since the epoch
 * @param now milliseconds since the epoch
 */
export function silentSince(sessionAt: number | null, now: number): number | null {
  return sessionAt !== null && sessionAt <= silentFrom(now) ? sessionAt : null;
}

/** The span of the last session of Entities that fell silent. @param now milliseconds since the epoch */
export function fellSilentIn(now: number): Span {
  const endMs = silentFrom(now);
  return { startMs: endMs - CHARGED_DAYS * DAY_MS, endMs };
}
