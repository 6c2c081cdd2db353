import { DAY_MS } from './instant.ts';

/** So many dates from the first one on, as YYYY-MM-DD: without a zone, and without its library. */
export function datesFrom(first: string, count: number): string[] {
  const ms = Date.parse(`${first}T00:00:00Z`);
  return Array.from({ length: count }, (_, at) =>
    new Date(ms + at * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length),
  );
}
