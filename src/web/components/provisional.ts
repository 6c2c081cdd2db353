import { formatDate } from '../../domain/format.ts';
import { countDates } from '../../domain/plain-dates.ts';

/** Opacity of days that may still grow, in every chart. */
export const PROVISIONAL_OPACITY = 0.4;

/** Values of days that may still grow. */
interface Provisional {
  /** Their number at the end. */
  days: number;
  /** "provisional from 1 Mar 2026 on"; null: none is. */
  text: string | null;
}

/**
 * Which days of a period are provisional.
 * @param from the first provisional day, as dates YYYY-MM-DD
 * @param last the last day shown
 */
export function provisionalDays(from: string, last: string): Provisional {
  const days = countDates(from, last);
  return { days, text: days === 0 ? null : `provisional from ${formatDate(from)} on` };
}
