import { Temporal } from '../lib/temporal.ts';

/**
 * The instants that a wall clock means in a zone, in milliseconds since the epoch. `overlap`: the
 * clock is put back and shows it twice. `gap`: the clock is put forward and skips it; `beforeMs`
 * uses the offset before the change, `afterMs` the one after, so `afterMs` is the earlier instant.
 */
export type WallClockReading =
  | { kind: 'exact'; ms: number }
  | { kind: 'overlap'; firstMs: number; secondMs: number }
  | { kind: 'gap'; beforeMs: number; afterMs: number }
  | { kind: 'invalid' };

const WALL_CLOCK = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?$/;

/**
 * Resolves a wall clock in a zone, without choosing if it is skipped or ambiguous.
 * @param zone IANA name
 * @param wallClock YYYY-MM-DDTHH:MM, or with seconds and their fraction
 * @returns `invalid` if there is no such zone, date or time of day
 */
export function resolveWallClock(zone: string, wallClock: string): WallClockReading {
  if (!WALL_CLOCK.test(wallClock)) return { kind: 'invalid' };
  try {
    const plain = Temporal.PlainDateTime.from(wallClock, { overflow: 'reject' });
    const earlier = plain.toZonedDateTime(zone, { disambiguation: 'earlier' });
    const later = plain.toZonedDateTime(zone, { disambiguation: 'later' });
    if (earlier.epochMilliseconds === later.epochMilliseconds) {
      return { kind: 'exact', ms: earlier.epochMilliseconds };
    }
    // In an overlap both show the requested wall clock; in a gap neither does.
    return earlier.toPlainDateTime().equals(plain)
      ? {
          kind: 'overlap',
          firstMs: earlier.epochMilliseconds,
          secondMs: later.epochMilliseconds,
        }
      : { kind: 'gap', beforeMs: later.epochMilliseconds, afterMs: earlier.epochMilliseconds };
  } catch {
    return { kind: 'invalid' };
  }
}

/**
 * How far a zone is ahead of UTC at an instant, in minutes, by the zone data of this machine.
 * @param ms milliseconds since the epoch
 * @returns null if it does not have the zone
 */
export function offsetMinutesAt(zone: string, ms: number): number | null {
  try {
    const { offsetNanoseconds } =
      Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);
    return Math.round(offsetNanoseconds / 60e9);
  } catch {
    return null;
  }
}

/** The wall clock of an instant in a zone, as YYYY-MM-DDTHH:MM. */
export function wallClockAt(zone: string, ms: number): string {
  return plainAt(zone, ms).toString({ smallestUnit: 'minute' });
}

/** The same to the millisecond; seconds and fraction are left out only if zero. */
export function exactWallClockAt(zone: string, ms: number): string {
  const smallestUnit = ms % 60_000 === 0 ? 'minute' : ms % 1000 === 0 ? 'second' : 'millisecond';
  return plainAt(zone, ms).toString({ smallestUnit });
}

function plainAt(zone: string, ms: number): Temporal.PlainDateTime {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone).toPlainDateTime();
}
