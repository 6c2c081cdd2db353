import { DAY_MS } from './instant.ts';

/** The date so many days after another. */
export function dateAfter(date: string, days: number): string {
  const ms = Date.parse(`${date}T00:00:00Z`) + days * DAY_MS;
  return new Date(ms).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

/** So many dates from the first one on, as YYYY-MM-DD: without a zone, and without its library. */
export function datesFrom(first: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => dateAfter(first, at));
}

/** How many days there are from a date to another, both included; none if it is after it. */
export function countDates(first: string, last: string): number {
  return Math.max(0, Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS) + 1);
}
