import type { Grouping } from '../../contract/console/report-definition.ts';
import { hourKey, hourWeekdayKey } from './groups.ts';
import { dateOfDay, dateOfMonth, mondayOf, monthNumber, weekdayOf } from './zone-calendar.ts';
import type { ComputedReport } from './compute-report.ts';

/** Groupings by a number of each slice; registers are made from the sums. */
export type SlicedGrouping = Exclude<Grouping, 'register'>;

/** A way to group slices: by small whole numbers, so that a million of them is grouped in a moment. */
export interface GroupKeys {
  /** Numbers are below this. */
  size: number;
  /** The number of a slice. @param row of its session */
  of(slice: number, row: number): number;
  /** The key of a number: an id, a date, "1-07" for Mondays at 7; empty for sessions without one. */
  key(number: number): string;
  /** Its name, if it has one. */
  label(number: number): string | null;
  /** Whether names come before keys in the order. */
  isNamed: boolean;
}

const noLabel = () => null;

/** The numbers of texts, each once. */
function numbered(texts: readonly string[]): { numbers: Uint32Array; list: string[] } {
  const known = new Map<string, number>();
  const numbers = Uint32Array.from(texts, (text) => {
    const found = known.get(text) ?? known.size;
    known.set(text, found);
    return found;
  });
  return { numbers, list: [...known.keys()] };
}

/** By something of the date or hour, from the first one of a report on. @param groupOf ascending */
function byTime(
  times: Readonly<ArrayLike<number>>,
  count: number,
  groupOf: ((time: number) => number) | null,
  key: (group: number) => string,
): GroupKeys {
  let first = Infinity;
  let last = -Infinity;
  for (let at = 0; at < count; at += 1) {
    const time = times[at] ?? 0;
    if (time < first) first = time;
    if (time > last) last = time;
  }
  const all = count === 0 ? 0 : last - first + 1;
  const named = { label: noLabel, isNamed: false };
  const since = (slice: number) => (times[slice] ?? 0) - first;
  if (groupOf === null) return { ...named, size: all, of: since, key: (no) => key(no + first) };
  const groups = Int32Array.from({ length: all }, (_, at) => groupOf(first + at));
  const least = groups[0] ?? 0;
  return {
    ...named,
    size: (groups.at(-1) ?? 0) - least + 1,
    of: (slice) => (groups[since(slice)] ?? 0) - least,
    key: (number) => key(number + least),
  };
}

/** The label of each Location: of several, the last by the alphabet. */
function locationLabels({ columns }: ComputedReport): Map<string, string> {
  const labels = new Map<string, string>();
  for (const location of columns.dictionary.locations.list) {
    const label = location?.label ?? null;
    if (location === null || label === null) continue;
    if (label > (labels.get(location.id) ?? '')) labels.set(location.id, label);
  }
  return labels;
}

/** Prepares a grouping of a report. */
export function groupKeys(report: ComputedReport, grouping: SlicedGrouping): GroupKeys {
  const { columns, entities, slices } = report;
  const { indexes, dictionary } = columns;
  switch (grouping) {
    case 'entity':
      return {
        size: entities.length,
        of: (_, row) => indexes.entity[row] ?? 0,
        key: (number) => entities[number]?.id ?? '',
        label: (number) => entities[number]?.name ?? null,
        isNamed: true,
      };
    case 'collective': {
      const { numbers, list } = numbered(entities.map(({ collectives }) => collectives));
      return {
        size: list.length,
        of: (_, row) => numbers[indexes.entity[row] ?? 0] ?? 0,
        key: (number) => list[number] ?? '',
        label: noLabel,
        isNamed: false,
      };
    }
    case 'location': {
      const { numbers, list } = numbered(dictionary.locations.list.map((one) => one?.id ?? ''));
      const labels = locationLabels(report);
      return {
        size: list.length,
        of: (_, row) => numbers[indexes.location[row] ?? 0] ?? 0,
        key: (number) => list[number] ?? '',
        label: (number) => labels.get(list[number] ?? '') ?? null,
        isNamed: true,
      };
    }
    case 'address':
      return {
        size: dictionary.addresses.list.length,
        of: (_, row) => indexes.address[row] ?? 0,
        key: (number) => dictionary.addresses.list[number] ?? '',
        label: noLabel,
        isNamed: false,
      };
    case 'day':
      return byTime(slices.day, slices.count, null, dateOfDay);
    case 'week':
      return byTime(slices.day, slices.count, mondayOf, dateOfDay);
    case 'month':
      return byTime(slices.day, slices.count, monthNumber, dateOfMonth);
    case 'hour':
      return byTime(slices.hourAt, slices.count, null, hourKey);
    case 'hour-weekday':
      return {
        size: 168,
        of: (slice) => (weekdayOf(slices.day[slice] ?? 0) - 1) * 24 + (slices.hour[slice] ?? 0),
        // Day 4 was a Monday.
        key: (number) => hourWeekdayKey(4 + Math.floor(number / 24), number % 24),
        label: noLabel,
        isNamed: false,
      };
  }
}
