/** A half-open span of instants in milliseconds since the epoch: start inclusive, end exclusive. */
export interface Span {
  startMs: number;
  endMs: number;
}

/**
 * Reads an instant of the interface.
 * @param text ISO 8601; without an offset it is UTC, as the specification says
 * @returns milliseconds since the epoch, or null where the text is no instant
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

/** Whether a text names an IANA time zone that this machine knows. */
export function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** How finely a chart over time is cut. */
export type Grain = 'day' | 'week' | 'month';
