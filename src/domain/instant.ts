/** A half-open span of instants in milliseconds since the epoch: start inclusive, end exclusive. */
export interface Span {
  startMs: number;
  endMs: number;
}

/** A day of 24 hours, in milliseconds. */
export const DAY_MS = 86_400_000;

/**
 * Parses an instant of the interface.
 * @param text ISO 8601; UTC if it has no offset, as the specification says
 * @returns milliseconds since the epoch, or null if the text is not an instant
 */
export function instantMs(text: string | null): number | null {
  if (text === null) return null;
  const hasZone = /(?:Z|[+-]\d{2}:?\d{2})$/i.test(text);
  const ms = Date.parse(hasZone ? text : `${text}Z`);
  return Number.isNaN(ms) ? null : ms;
}

/** The ISO 8601 UTC text of an instant in milliseconds since the epoch. */
export function isoInstant(ms: number): string {
  return new Date(ms).toISOString();
}

/** Whether a text is an IANA time zone that this machine knows. */
export function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** The resolution of a chart over days. */
export type Grain = 'day' | 'week' | 'month';
/** The resolution of a chart over time. */
export type ChartGrain = 'hour' | Grain;
