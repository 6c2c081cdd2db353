import { expect, test } from 'vitest';
import { bucketsOf } from './energy-buckets.ts';

const day = (date: string, energy: number, sessions = 1) => ({ date, energy, sessions });

test('days without a session are gaps of 0, and sums do not drift', () => {
  const days = [day('2026-02-27', 0.1), day('2026-03-02', 0.2, 3)];
  expect(bucketsOf(days, undefined).buckets.map(({ date, energy }) => [date, energy])).toEqual([
    ['2026-02-27', 0.1],
    ['2026-02-28', 0],
    ['2026-03-01', 0],
    ['2026-03-02', 0.2],
  ]);
  const { grain, buckets } = bucketsOf([day('2026-03-02', 0.1), ...days.slice(1)], 'month');
  expect([grain, buckets.length]).toEqual(['month', 1]);
  expect(buckets[0]).toMatchObject({ date: '2026-03-01', energy: 0.3, sessions: 4 });
});

test('weeks begin on Monday, and a long period is drawn in months', () => {
  expect(bucketsOf([day('2026-03-01', 1)], 'week').buckets[0]?.date).toBe('2026-02-23');
  expect(bucketsOf([day('2020-01-01', 1), day('2026-01-01', 1)], undefined).grain).toBe('month');
  expect(bucketsOf([], undefined).buckets).toEqual([]);
});
