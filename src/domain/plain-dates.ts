import { DAY_MS } from './instant.ts';

/** The date a number of days after another. */
export function dateAfter(date: string, days: number): string {
  const ms = Date.parse(`${date}T00:00:00Z`) + days * DAY_MS;
  return new Date(ms).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

/** A number of consecutive dates, as YYYY-MM-DD: without a zone, and without the library for zones. */
export function datesFrom(first: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => dateAfter(first, at));
}

/** The number of days from one date to another, both included; 0 if the first is later. */
export function countDates(first: string, last: string): number {
  return Math.max(0, Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS) + 1);
}
