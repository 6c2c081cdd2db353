import { expect, test } from 'vitest';
import { chosenRange } from './session-period.ts';
import { ALL_TIME_START } from './session-range.ts';

const ZONE = 'Europe/Zurich';
const NOW = Date.parse('2026-03-30T22:30:00Z');

test('presets are whole days of the zone, today included', () => {
  // In Zurich it is already the 31st, and the clocks went forward on the 29th.
  expect(chosenRange({}, ZONE, NOW).range).toEqual({
    start: '2026-03-01T23:00:00.000Z',
    end: '2026-03-31T22:00:00.000Z',
  });
});

test('all time includes thirty years ahead: a wrong clock may date a session there', () => {
  expect(chosenRange({ range: 'all' }, ZONE, NOW).range).toEqual({
    start: ALL_TIME_START,
    end: '2056-04-21T22:00:00.000Z',
  });
});

test('chosen days include the last one, even a day of 23 hours', () => {
  const search = { range: 'custom', from: '2026-03-29', to: '2026-03-29' } as const;
  expect(chosenRange(search, ZONE, NOW).range).toEqual({
    start: '2026-03-28T23:00:00.000Z',
    end: '2026-03-29T22:00:00.000Z',
  });
});

test('days in the wrong order, or a missing one, are refused', () => {
  const problemOf = (from?: string, to?: string) =>
    chosenRange({ range: 'custom', from, to }, ZONE, NOW).problem;
  expect(problemOf('2026-03-02', '2026-03-01')).toContain('after');
  expect(problemOf('2026-03-02')).toContain('Choose');
});
