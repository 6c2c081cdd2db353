import type { Figures } from '../../../contract/console/report-figures.ts';
import type { Grouping } from '../../../contract/console/report-definition.ts';
import { formatIso } from '../../../domain/format.ts';
import { microsOfText, microsToText } from '../../../domain/reports/exact.ts';
import { grainDates } from '../../../domain/time.ts';
import { groupColors, stackColor } from '../../components/charts/stack-colors.ts';
import type { Stack, TimeBar } from '../../components/charts/time-bar.ts';
import { groupLabels, type Names } from './group-labels.ts';

type Series = NonNullable<Figures['series']>;

const HOURS = Array.from({ length: 24 }, (_, hour) => `T${String(hour).padStart(2, '0')}:00`);

/** First dates of all days, weeks or months of a period, or all its hours. */
function datesOf(grain: Series['grain'], from: string, to: string): string[] {
  if (grain !== 'hour') return grainDates(grain, from, to);
  return grainDates('day', from, to).flatMap((date) => HOURS.map((hour) => date + hour));
}

/**
 * Bars for all of the period, also those without energy, with the exact energy of each group, and last of all
 * others together.
 * @param zone of the report, in which its hours are
 */
export function seriesBars(
  { grain, groups, points }: Series,
  { from, to }: Pick<Figures, 'from' | 'to'>,
  zone: string,
): TimeBar[] {
  const rest = groups.length;
  const byDate = new Map<string, bigint[]>();
  for (const { at, group, energy } of points) {
    // An hour that the clock shows twice is one bar.
    const date = grain === 'hour' ? formatIso(at, zone).slice(0, 16) : at;
    const parts = byDate.get(date) ?? Array.from({ length: rest + 1 }, () => 0n);
    const place = group ?? rest;
    parts[place] = (parts[place] ?? 0n) + (microsOfText(energy) ?? 0n);
    byDate.set(date, parts);
  }
  const known = [...byDate.keys()].toSorted();
  const first = from ?? known[0]?.slice(0, 10);
  const last = to ?? known.at(-1)?.slice(0, 10);
  const all = first === undefined || last === undefined ? [] : datesOf(grain, first, last);
  // By the clock of each place a session may fall on a date next to the period; draw it anyway.
  return [...new Set([...all, ...known])].toSorted().map((date) => {
    const parts = byDate.get(date) ?? [];
    return {
      date,
      parts: Array.from({ length: rest + 1 }, (_, part) => microsToText(parts[part] ?? 0n)),
      total: microsToText(parts.reduce((sum, part) => sum + part, 0n)),
      before: null,
    };
  });
}

/** What the bars are stacked of. */
export function seriesStacks(
  by: Grouping,
  { groups }: Series,
  zone: string,
  names: Names,
): Stack[] {
  const labels = groupLabels(by, groups, zone, names);
  const keys = groups.map(({ key }) => key);
  const colors = groupColors(by, keys);
  return [
    ...keys.map((key, at) => ({
      key: `group ${key}`,
      label: labels.get(key) ?? key,
      color: colors[at] ?? stackColor(null),
    })),
    {
      key: 'others',
      label: keys.length === 0 ? 'Energy' : 'All others',
      color: stackColor(keys.length === 0 ? 0 : null),
    },
  ];
}
