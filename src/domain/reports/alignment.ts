import type { Grouping } from '../../contract/console/report-definition.ts';
import type { Span } from '../instant.ts';
import { wallClockMs } from '../time.ts';
import { hourKey } from './groups.ts';
import {
  dateOfDay,
  dateOfMonth,
  dayNumber,
  mondayOf,
  monthNumber,
  zoneCalendar,
  type ZoneCalendar,
} from './zone-calendar.ts';

/** A period as each compared run has it. */
export interface ZonedPeriod extends Span {
  zone: string;
}

const HOUR = 3_600_000;

/** The instant at which a clock hour begins; null if the clock does not show it on that day. */
function hourStart(
  calendar: ZoneCalendar,
  day: number,
  hour: number,
  isAgain: boolean,
): number | null {
  const first = wallClockMs(calendar.zone, `${dateOfDay(day)}T${String(hour).padStart(2, '0')}:00`);
  const ms = isAgain ? first + HOUR : first;
  const place = calendar.placeOf(ms);
  return place.day === day && place.hour === hour ? ms : null;
}

/**
 * Maps a key of the earlier of two runs to its counterpart in the later run. Dates match by their
 * position in the period: first with first, week with week, month with month. Hours match by date
 * and wall clock, even if one of the two days has more hours. Every other key matches itself.
 * @returns null if the later calendar has no such hour
 */
export function aligning(
  grouping: Grouping,
  earlier: ZonedPeriod,
  later: ZonedPeriod,
): (key: string) => string | null {
  const [from, to] = [zoneCalendar(earlier.zone), zoneCalendar(later.zone)];
  const [first, then] = [from.placeOf(earlier.startMs).day, to.placeOf(later.startMs).day];
  switch (grouping) {
    case 'day':
      return (key) => dateOfDay(dayNumber(key) + then - first);
    case 'week':
      return (key) => dateOfDay(dayNumber(key) + mondayOf(then) - mondayOf(first));
    case 'month':
      return (key) =>
        dateOfMonth(monthNumber(dayNumber(key)) + monthNumber(then) - monthNumber(first));
    case 'hour':
      return (key) => {
        const ms = Date.parse(key);
        const { day, hour } = from.placeOf(ms);
        const before = from.placeOf(ms - HOUR);
        const isAgain = before.day === day && before.hour === hour;
        const start = hourStart(to, day + then - first, hour, isAgain);
        return start === null ? null : hourKey(to.placeOf(start).hourAt);
      };
    case 'entity':
    case 'collective':
    case 'location':
    case 'address':
    case 'hour-weekday':
    case 'register':
      return (key) => key;
  }
}
