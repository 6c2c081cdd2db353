import type { ReportSeries } from '../../../../contract/console/report-result.ts';
import type { ReportRun } from '../../../../contract/console/report-run.ts';
import { DAY_MS, type ChartGrain } from '../../../../domain/instant.ts';
import { microsOfText, microsToText } from '../../../../domain/reports/exact.ts';
import { grainDates } from '../../../../domain/time.ts';
import type { TimeBar } from '../../../components/charts/time-bar.ts';

type Period = Pick<ReportRun, 'from' | 'to'>;

/** More bars than this are indistinguishable and slow to draw. */
export const MOST_BARS = 800;

/** The longest period, in days, of which hours can be drawn, and of which they are unless something is chosen. */
const MOST_HOURLY = 7;
const HOURLY = 2;

const daysOf = ({ from, to }: Period) => (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;

/** Whether bars of this grain can be drawn of a period. */
export function isDrawable(grain: ChartGrain, period: Period): boolean {
  return grain !== 'hour' || daysOf(period) <= MOST_HOURLY;
}

/** The default grain of a period: one day, or two, are not one wide bar each. */
export function grainFor(period: Period): ChartGrain {
  const days = daysOf(period);
  if (days <= HOURLY) return 'hour';
  if (days <= 62) return 'day';
  return days <= 400 ? 'week' : 'month';
}

const HOURS = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`);

/** First dates of all days, weeks or months in a period, or all its hours. */
function datesOf(grain: ChartGrain, { from, to }: Period): string[] {
  if (grain === 'hour') {
    return datesOf('day', { from, to }).flatMap((date) => HOURS.map((hour) => `${date}T${hour}`));
  }
  return grainDates(grain, from, to);
}

/**
 * Bars for all of a period, also those without energy, with the exact energy of each group, and last of all
 * others together.
 */
export function seriesBars(series: ReportSeries, period: Period): TimeBar[] {
  const places = new Map(series.groups.map(({ key }, at) => [key, at]));
  const rest = series.groups.length;
  const byDate = new Map<string, bigint[]>();
  for (const { date, group, energy } of series.points) {
    const parts = byDate.get(date) ?? Array.from({ length: rest + 1 }, () => 0n);
    const at = group === null ? rest : (places.get(group) ?? rest);
    parts[at] = (parts[at] ?? 0n) + (microsOfText(energy) ?? 0n);
    byDate.set(date, parts);
  }
  // With site time a session may fall on a date next to the period; draw it anyway.
  const dates = [...new Set([...datesOf(series.grain, period), ...byDate.keys()])].toSorted();
  return dates.map((date) => {
    const parts = byDate.get(date) ?? [];
    return {
      date,
      parts: Array.from({ length: rest + 1 }, (_, part) => microsToText(parts[part] ?? 0n)),
      total: microsToText(parts.reduce((sum, part) => sum + part, 0n)),
      before: null,
    };
  });
}
