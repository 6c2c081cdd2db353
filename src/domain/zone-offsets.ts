import { Temporal } from '../lib/temporal.ts';

/** From an instant on, how far a zone's clock is ahead of UTC; both in milliseconds. */
export interface ZoneOffset {
  fromMs: number;
  offsetMs: number;
}

/**
 * The offsets of a zone within a span, the one at its start first.
 * @param zone IANA name
 * @param startMs milliseconds since the epoch, as `endMs`
 */
export function zoneOffsets(zone: string, startMs: number, endMs: number): readonly ZoneOffset[] {
  const found: ZoneOffset[] = [];
  let at: Temporal.ZonedDateTime | null =
    Temporal.Instant.fromEpochMilliseconds(startMs).toZonedDateTimeISO(zone);
  while (at !== null && at.epochMilliseconds < Math.max(endMs, startMs + 1)) {
    found.push({
      fromMs: at.epochMilliseconds,
      offsetMs: Math.round(at.offsetNanoseconds / 1e6),
    });
    at = at.getTimeZoneTransition('next');
  }
  return found;
}
