import { expect, test } from 'vitest';
import { spanOf, spanWithin } from './chart-span.ts';
import { chartSync } from './chart-sync.ts';

test('a span includes its first and its last bar entirely, in whichever order they were chosen', () => {
  expect(spanOf('day', '2026-11-05', '2026-11-02')).toEqual({
    from: '2026-11-02',
    to: '2026-11-05',
  });
  expect(spanOf('week', '2026-11-02', '2026-11-02')).toEqual({
    from: '2026-11-02',
    to: '2026-11-08',
  });
  expect(spanOf('month', '2026-01-01', '2026-02-01')).toEqual({
    from: '2026-01-01',
    to: '2026-02-28',
  });
});

test('a span never extends beyond the period', () => {
  const period = { from: '2026-11-04', to: '2026-11-20' };
  expect(spanWithin(spanOf('week', '2026-11-02', '2026-11-16'), period)).toEqual(period);
});

test('charts with a bar per session and per day point at the same day', () => {
  const { syncMethod } = chartSync('page', 'day', 'Europe/Amsterdam');
  const days = [{ value: '2026-11-02' }, { value: '2026-11-03' }];
  // Half past midnight in Amsterdam.
  const sessions = [{ value: '2026-11-02T10:00:00Z' }, { value: '2026-11-02T23:30:00Z' }];
  expect(syncMethod(days, { activeLabel: '2026-11-02T23:30:00Z' })).toBe(1);
  expect(syncMethod(sessions, { activeLabel: '2026-11-03' })).toBe(1);
  expect(syncMethod(sessions, { activeLabel: '2026-11-02T23:30:00Z' })).toBe(1);
  expect(syncMethod(sessions, { activeLabel: '2026-11-09' })).toBe(-1);
  expect(syncMethod(sessions, {})).toBe(-1);
});
