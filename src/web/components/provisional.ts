import { formatDate } from '../../domain/format.ts';
import { countDates } from '../../domain/plain-dates.ts';

/** How days that may still grow are drawn, in every chart. */
export const PROVISIONAL_OPACITY = 0.4;

/** Values of days that may still grow. */
interface Provisional {
  /** How many there are at the end. */
  days: number;
  /** "provisional from 1 Mar 2026 on"; null: none is. */
  text: string | null;
}

/**
 * Which of some days are provisional.
 * @param from the first provisional day, as dates YYYY-MM-DD
 * @param last the last day that is shown
 */
export function provisionalDays(from: string, last: string): Provisional {
  const days = countDates(from, last);
  return { days, text: days === 0 ? null : `provisional from ${formatDate(from)} on` };
}
