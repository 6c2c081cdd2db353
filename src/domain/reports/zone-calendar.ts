import { Temporal } from '../../lib/temporal.ts';
import type { Span } from '../instant.ts';

const MINUTE = 60_000;
const HOUR = 3_600_000;
const DAY = 86_400_000;

/** An instant on the calendar of a zone, in whole numbers for grouping. */
export interface CalendarPlace {
  /** Days since 1970-01-01 of the local date. */
  day: number;
  /** Hour of the local day, 0 to 23. */
  hour: number;
  /** Minute of the local day, 0 to 1439. */
  minute: number;
  /** Start of the clock hour in whole minutes since the epoch; a repeated hour has two. */
  hourAt: number;
}

/** The calendar of a zone. Offsets are cached, so that millions of look-ups are cheap. */
export interface ZoneCalendar {
  zone: string;
  /** @param ms milliseconds since the epoch */
  placeOf(ms: number): CalendarPlace;
  /** The end of the clock hour that contains an instant, in milliseconds since the epoch. */
  nextHourMs(ms: number): number;
  /**
   * The next instant at which the wall clock shows one of these minutes of the day, the day ends or
   * the clock changes.
   * @param edges ascending
   */
  nextEdgeMs(ms: number, edges: readonly number[]): number;
}

/** A time span with one offset; both are milliseconds. */
interface Stretch extends Span {
  offsetMs: number;
}

function stretchAt(zone: string, ms: number): Stretch {
  const at = Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);
  const next = at.getTimeZoneTransition('next');
  // The transition before the next millisecond is the one that began this span.
  const begin = at.add({ milliseconds: 1 }).getTimeZoneTransition('previous');
  return {
    startMs: begin?.epochMilliseconds ?? -Infinity,
    endMs: next?.epochMilliseconds ?? Infinity,
    offsetMs: Math.round(at.offsetNanoseconds / 1e6),
  };
}

/** The calendar of an IANA zone. @throws RangeError if there is no such zone */
export function zoneCalendar(zone: string): ZoneCalendar {
  const known: Stretch[] = [];
  let last = stretchAt(zone, 0);
  known.push(last);

  const stretchOf = (ms: number): Stretch => {
    if (ms >= last.startMs && ms < last.endMs) return last;
    const found = known.find((stretch) => ms >= stretch.startMs && ms < stretch.endMs);
    last = found ?? stretchAt(zone, ms);
    if (found === undefined) known.push(last);
    return last;
  };

  /** Follows the wall clock to an offset within the local day, but not across a clock change. */
  const upTo = (ms: number, target: (inDayMs: number) => number): number => {
    const { offsetMs, endMs } = stretchOf(ms);
    const local = ms + offsetMs;
    const inDay = local - Math.floor(local / DAY) * DAY;
    return Math.min(ms + target(inDay) - inDay, endMs);
  };

  return {
    zone,
    nextHourMs: (ms) => upTo(ms, (inDay) => (Math.floor(inDay / HOUR) + 1) * HOUR),
    nextEdgeMs: (ms, edges) =>
      upTo(ms, (inDay) => {
        const edge = edges.find((minute) => minute * MINUTE > inDay);
        return edge === undefined ? DAY : Math.min(edge * MINUTE, DAY);
      }),
    placeOf(ms) {
      const { offsetMs, startMs } = stretchOf(ms);
      const local = ms + offsetMs;
      const day = Math.floor(local / DAY);
      const inDay = local - day * DAY;
      const hour = Math.floor(inDay / HOUR);
      // After a clock change within an hour, the rest of the hour is separate.
      const hourStart = Math.max(ms - (inDay - hour * HOUR), startMs);
      return {
        day,
        hour,
        minute: Math.floor(inDay / MINUTE),
        hourAt: Math.floor(hourStart / MINUTE),
      };
    },
  };
}

/** Days since 1970-01-01 of a date, YYYY-MM-DD. */
export function dayNumber(date: string): number {
  return Math.round(Date.parse(`${date}T00:00:00Z`) / DAY);
}

/** The date, YYYY-MM-DD, of a number of days since 1970-01-01. */
export function dateOfDay(day: number): string {
  return new Date(day * DAY).toISOString().slice(0, 10);
}

/** The weekday of a number of days since 1970-01-01: 1 Monday to 7 Sunday. */
export function weekdayOf(day: number): number {
  return ((((day + 3) % 7) + 7) % 7) + 1;
}

/** The Monday of the week of a day. */
export function mondayOf(day: number): number {
  return day - (weekdayOf(day) - 1);
}

/** The month of a day as a whole number: 12 × year + month − 1. */
export function monthNumber(day: number): number {
  const date = new Date(day * DAY);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

/** The first date, YYYY-MM-DD, of a month number. */
export function dateOfMonth(month: number): string {
  return new Date(Date.UTC(Math.floor(month / 12), month % 12, 1)).toISOString().slice(0, 10);
}
