import { expect, test } from 'vitest';
import { datesFrom } from './plain-dates.ts';

test('dates follow each other over the ends of months and of years', () => {
  expect(datesFrom('2027-12-30', 4)).toEqual([
    '2027-12-30',
    '2027-12-31',
    '2028-01-01',
    '2028-01-02',
  ]);
  expect(datesFrom('2028-02-28', 2)).toEqual(['2028-02-28', '2028-02-29']);
});
