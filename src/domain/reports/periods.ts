import { Temporal } from '../../lib/temporal.ts';
import type { PeriodPreset } from '../../contract/console/report-definition.ts';
import type { Span } from '../instant.ts';
import { lastDays, MONTH_DAYS, WEEK_DAYS, type DateSpan } from '../last-days.ts';
import { addDays, dateIn, spanOfDates, startOfGrain } from '../time.ts';

/** Whole days in a zone, and their instants. */
export interface ResolvedPeriod extends Span {
  /** First and last date, both inclusive, YYYY-MM-DD. */
  from: string;
  to: string;
  zone: string;
}

function monthsFrom(first: Temporal.PlainDate, months: number): DateSpan {
  return { from: first.toString(), to: first.add({ months }).subtract({ days: 1 }).toString() };
}

function datesOf(preset: PeriodPreset, today: string): DateSpan {
  if (preset === 'today') return { from: today, to: today };
  if (preset === 'yesterday') return { from: addDays(today, -1), to: addDays(today, -1) };
  if (preset === 'last-7-days') return lastDays(WEEK_DAYS, today);
  if (preset === 'last-30-days') return lastDays(MONTH_DAYS, today);
  const isLast = preset.startsWith('last');
  if (preset.endsWith('week')) {
    const monday = addDays(startOfGrain('week', today), isLast ? -7 : 0);
    return { from: monday, to: addDays(monday, 6) };
  }
  const months = preset.endsWith('month') ? 1 : preset.endsWith('quarter') ? 3 : 12;
  const month = Temporal.PlainDate.from(today).with({ day: 1 });
  const begun = ((month.month - 1) % months) + (isLast ? months : 0);
  return monthsFrom(month.subtract({ months: begun }), months);
}

/** The instants of dates, both inclusive. @param zone IANA zone that decides day boundaries */
export function resolveDates({ from, to }: DateSpan, zone: string): ResolvedPeriod {
  return { from, to, zone, ...spanOfDates(zone, from, to) };
}

/**
 * Resolves a preset to dates and instants.
 * @param zone IANA zone that decides day boundaries and today's date
 * @param now milliseconds since the epoch
 */
export function resolvePreset(preset: PeriodPreset, zone: string, now: number): ResolvedPeriod {
  return resolveDates(datesOf(preset, dateIn(zone, now)), zone);
}

/** As many whole months directly before a period of whole months; otherwise as many days. */
export function previousPeriod(period: ResolvedPeriod): ResolvedPeriod {
  const first = Temporal.PlainDate.from(period.from);
  const after = Temporal.PlainDate.from(period.to).add({ days: 1 });
  if (first.day === 1 && after.day === 1) {
    const { months } = first.until(after, { largestUnit: 'months' });
    return resolveDates(monthsFrom(first.subtract({ months }), months), period.zone);
  }
  const { days } = first.until(after, { largestUnit: 'days' });
  const dates = {
    from: first.subtract({ days }).toString(),
    to: first.subtract({ days: 1 }).toString(),
  };
  return resolveDates(dates, period.zone);
}

/**
 * The same dates one year earlier. Whole months stay whole months; otherwise 29 February becomes the 28th.
 */
export function samePeriodLastYear(period: ResolvedPeriod): ResolvedPeriod {
  const first = Temporal.PlainDate.from(period.from).subtract({ years: 1 });
  const after = Temporal.PlainDate.from(period.to).add({ days: 1 });
  // The day after is moved, so that a February ends on its last day in every year.
  const to =
    after.day === 1
      ? after.subtract({ years: 1 }).subtract({ days: 1 })
      : Temporal.PlainDate.from(period.to).subtract({ years: 1 });
  return resolveDates({ from: first.toString(), to: to.toString() }, period.zone);
}
