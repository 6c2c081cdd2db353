import { expect, test } from 'vitest';
import { barsOf } from './energy-buckets.ts';

const day = (date: string, energy: number) => ({ date, energy, sessions: 1 });

test('days without a session are gaps of 0, and sums do not drift', () => {
  const days = [day('2026-02-27', 0.1), day('2026-03-02', 0.2)];
  expect(barsOf(days, undefined).bars.map(({ date, total }) => [date, total])).toEqual([
    ['2026-02-27', 0.1],
    ['2026-02-28', 0],
    ['2026-03-01', 0],
    ['2026-03-02', 0.2],
  ]);
  const { grain, bars } = barsOf([day('2026-03-02', 0.1), ...days.slice(1)], 'month');
  expect([grain, bars.length]).toEqual(['month', 1]);
  expect(bars[0]).toMatchObject({ date: '2026-03-01', total: 0.3 });
});

test('weeks begin on Monday, and a long period is drawn in months', () => {
  expect(barsOf([day('2026-03-01', 1)], 'week').bars[0]?.date).toBe('2026-02-23');
  expect(barsOf([day('2020-01-01', 1), day('2026-01-01', 1)], undefined).grain).toBe('month');
  expect(barsOf([], undefined).bars).toEqual([]);
});
