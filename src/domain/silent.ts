import { DAY_MS, type Span } from './instant.ts';

/** An Entity that charged before is silent after so many days without a charge session. */
export const SILENT_DAYS = 14;
/** It is named as one that fell silent if it charged within so many days before. */
const CHARGED_DAYS = 60;

/**
 * From when on an Entity is silent, in milliseconds since the epoch; null: it had no session.
 * @param sessionAt when its last session ended, in milliseconds since the epoch
 */
export function silentFrom(sessionAt: number | null): number | null {
  return sessionAt === null ? null : sessionAt + SILENT_DAYS * DAY_MS;
}

/**
 * Since when an Entity is silent, which is the end of its last session; null: it is not.
 * @param sessionAt when its last session ended, or began if it has not ended, in milliseconds since the epoch
 * @param now milliseconds since the epoch
 */
export function silentSince(sessionAt: number | null, now: number): number | null {
  const from = silentFrom(sessionAt);
  return from !== null && from <= now ? sessionAt : null;
}

/** The same of an Entity that fell silent; null also where it was silent for very long. */
export function fellSilentSince(sessionAt: number | null, now: number): number | null {
  const since = silentSince(sessionAt, now);
  return since !== null && since >= fellSilentIn(now).startMs ? since : null;
}

/** When the last session was of an Entity that fell silent. @param now milliseconds since the epoch */
export function fellSilentIn(now: number): Span {
  const endMs = now - SILENT_DAYS * DAY_MS;
  return { startMs: endMs - CHARGED_DAYS * DAY_MS, endMs };
}
