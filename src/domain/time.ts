import { Temporal } from '../lib/temporal.ts';
import type { Grain, Span } from './instant.ts';

/** The calendar date, as YYYY-MM-DD, of an instant in a zone. */
export function dateIn(zone: string, ms: number): string {
  return Temporal.Instant.fromEpochMilliseconds(ms)
    .toZonedDateTimeISO(zone)
    .toPlainDate()
    .toString();
}

/** The instant, in milliseconds, at which a date begins in a zone; days may have 23 or 25 hours. */
export function startOfDateMs(zone: string, date: string): number {
  return Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds;
}

/** The date a number of days later, as YYYY-MM-DD. */
export function addDays(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString();
}

/**
 * The span of whole calendar days in a zone.
 * @param from first date, YYYY-MM-DD
 * @param to last date, inclusive
 */
export function spanOfDates(zone: string, from: string, to: string): Span {
  return { startMs: startOfDateMs(zone, from), endMs: startOfDateMs(zone, addDays(to, 1)) };
}

/**
 * A wall clock in a zone as an instant. In a gap the later time is used, in an overlap the earlier
 * one: Temporal's rule "compatible".
 * @param wallClock YYYY-MM-DDTHH:MM
 */
export function wallClockMs(zone: string, wallClock: string): number {
  return Temporal.PlainDateTime.from(wallClock).toZonedDateTime(zone).epochMilliseconds;
}

/** The first date of the day, week (from Monday) or month of a date, as YYYY-MM-DD. */
export function startOfGrain(grain: Grain, date: string): string {
  const day = Temporal.PlainDate.from(date);
  if (grain === 'day') return date;
  if (grain === 'week') return day.subtract({ days: day.dayOfWeek - 1 }).toString();
  return day.with({ day: 1 }).toString();
}

/** The date that begins the next day, week or month. */
export function nextGrain(grain: Grain, date: string): string {
  const unit = { day: { days: 1 }, week: { weeks: 1 }, month: { months: 1 } }[grain];
  return Temporal.PlainDate.from(date).add(unit).toString();
}

/** The first dates of all days, weeks or months from one date to another, both included. */
export function grainDates(grain: Grain, from: string, to: string): string[] {
  const dates: string[] = [];
  for (let at = startOfGrain(grain, from); at <= to; at = nextGrain(grain, at)) dates.push(at);
  return dates;
}
