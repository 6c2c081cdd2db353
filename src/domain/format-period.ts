import { formatDate, formatDateSpan } from './format.ts';
import type { DateSpan } from './last-days.ts';
import { dateAfter } from './plain-dates.ts';

const MONTH = new Intl.DateTimeFormat('en-GB', {
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** The shortest form of a period: "2026", "Oct 2026", "12 Apr 2022", or both of its dates. */
export function formatPeriod(span: DateSpan): string {
  const { from, to } = span;
  if (from === to) return formatDate(from);
  const isWhole = from.endsWith('-01') && dateAfter(to, 1).endsWith('-01');
  if (isWhole && from.slice(0, 7) === to.slice(0, 7)) {
    return MONTH.format(Date.parse(`${from}T00:00:00Z`));
  }
  const isYear = from.endsWith('-01-01') && to === `${from.slice(0, 4)}-12-31`;
  return isYear ? from.slice(0, 4) : formatDateSpan(span);
}
