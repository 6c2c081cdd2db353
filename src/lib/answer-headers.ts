const MAX_RETRY_AFTER_S = 3600;

/** Seconds of a Retry-After header, which is a number or a date, at most an hour; or null. RFC 9110, 10.2.3. */
export function retryAfterS(header: string | string[] | undefined): number | null {
  if (typeof header !== 'string') return null;
  const seconds = /^\d+$/.test(header.trim())
    ? Number(header)
    : Math.ceil((Date.parse(header) - Date.now()) / 1000);
  if (Number.isNaN(seconds)) return null;
  return Math.min(Math.max(seconds, 0), MAX_RETRY_AFTER_S);
}

/**
 * The time at which the other side itself answered, by its Date header, in milliseconds since the epoch; null without
 * one, or from a cache (Age), which does not tell it.
 */
export function answeredAt(headers: Readonly<Record<string, unknown>>): number | null {
  const { date, age } = headers;
  if (typeof date !== 'string' || age !== undefined) return null;
  const ms = Date.parse(date);
  return Number.isNaN(ms) ? null : ms;
}
