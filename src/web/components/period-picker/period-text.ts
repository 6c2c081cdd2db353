import { formatDate } from '../../../domain/format.ts';

/**
 * A period of calendar days, both included: "1–22 Nov 2026", "28 Oct – 22 Nov 2026".
 * @param from YYYY-MM-DD
 * @returns null if neither day is given
 */
export function periodText(from: string | undefined, to: string | undefined): string | null {
  if (from === undefined) return to === undefined ? null : `until ${formatDate(to)}`;
  if (to === undefined) return `from ${formatDate(from)}`;
  const [first, last] = [formatDate(from), formatDate(to)];
  if (first === last) return first;
  const [day, month, year] = first.split(' ');
  const [, endMonth, endYear] = last.split(' ');
  if (year !== endYear) return `${first} – ${last}`;
  return month === endMonth ? `${day}–${last}` : `${day} ${month} – ${last}`;
}
