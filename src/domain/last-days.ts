import { dateAfter } from './plain-dates.ts';

/** Days of a "week" and of a "month" of energy, on every page. */
export const WEEK_DAYS = 7;
export const MONTH_DAYS = 30;

/** Dates YYYY-MM-DD, both included. */
export interface DateSpan {
  from: string;
  to: string;
}

/**
 * "The last N days": calendar days that end with today. Days not fully computed yet are provisional, not left
 * out.
 * @param today YYYY-MM-DD in the zone that is shown
 */
export function lastDays(days: number, today: string): DateSpan {
  return { from: dateAfter(today, 1 - days), to: today };
}
