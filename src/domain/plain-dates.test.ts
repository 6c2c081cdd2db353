import { expect, test } from 'vitest';
import { countDates, datesFrom } from './plain-dates.ts';

test('dates continue across the ends of months and years', () => {
  const dates = datesFrom('2027-12-30', 4);
  expect(dates.join(' ')).toBe('2027-12-30 2027-12-31 2028-01-01 2028-01-02');
  expect(datesFrom('2028-02-28', 2)).toEqual(['2028-02-28', '2028-02-29']);
});

test('counts days with both ends', () => {
  expect(countDates('2026-02-27', '2026-03-01')).toBe(3);
  expect(countDates('2026-03-01', '2026-03-01')).toBe(1);
  expect(countDates('2026-03-02', '2026-03-01')).toBe(0);
});
