import { describe, expect, test } from 'vitest';
import type { ReportSeries } from '../../../../contract/console/report-result.ts';
import { grainFor, isDrawable, seriesBars, steadyOrder } from './series-points.ts';

function series(points: [string, string | null, string][]): ReportSeries {
  return {
    grain: 'day',
    by: 'entity',
    unit: 'kWh',
    groups: [
      { key: 'a', label: 'A' },
      { key: 'b', label: 'B' },
    ],
    points: points.map(([date, group, energy]) => ({ date, group, energy, cost: '0' })),
  };
}

describe('seriesBars', () => {
  const period = { from: '2026-02-01', to: '2026-02-03' };
  const own = series([
    ['2026-02-01', 'a', '0.1'],
    ['2026-02-01', 'b', '0.2'],
    ['2026-02-03', null, '4'],
  ]);

  test('a bar for each day, even without energy; added up exactly', () => {
    expect(seriesBars(own, period, null)).toEqual([
      { date: '2026-02-01', parts: ['0.1', '0.2', '0'], total: '0.3', before: null },
      { date: '2026-02-02', parts: ['0', '0', '0'], total: '0', before: null },
      { date: '2026-02-03', parts: ['0', '0', '4'], total: '4', before: null },
    ]);
  });

  test('another period is aligned by position', () => {
    const earlier = series([
      ['2026-01-29', 'x', '1'],
      ['2026-01-29', null, '2'],
      ['2026-01-31', 'x', '7'],
    ]);
    const ghost = { series: earlier, period: { from: '2026-01-29', to: '2026-01-31' } };
    expect(seriesBars(own, period, ghost).map((bar) => bar.before)).toEqual([
      { date: '2026-01-29', energy: '3' },
      { date: '2026-01-30', energy: '0' },
      { date: '2026-01-31', energy: '7' },
    ]);
  });

  test('if the other period is shorter, the last bars have no counterpart', () => {
    const ghost = { series: series([]), period: { from: '2026-01-31', to: '2026-01-31' } };
    expect(seriesBars(own, period, ghost)[2]?.before).toBeNull();
  });
});

test('long periods use a coarser grain, and a day or two are drawn by the hour', () => {
  expect(grainFor({ from: '2026-02-01', to: '2026-02-01' })).toBe('hour');
  expect(grainFor({ from: '2026-02-28', to: '2026-03-01' })).toBe('hour');
  expect(grainFor({ from: '2026-02-01', to: '2026-02-03' })).toBe('day');
  expect(grainFor({ from: '2026-02-01', to: '2026-04-03' })).toBe('day');
  expect(grainFor({ from: '2026-02-01', to: '2026-02-28' })).toBe('day');
  expect(grainFor({ from: '2026-01-01', to: '2026-12-31' })).toBe('week');
  expect(grainFor({ from: '2024-01-01', to: '2026-12-31' })).toBe('month');
});

test('a day drawn by the hour has a bar for each, and one of a week may be', () => {
  const of: ReportSeries = { ...series([['2026-02-01T14:00', 'a', '2.5']]), grain: 'hour' };
  const bars = seriesBars(of, { from: '2026-02-01', to: '2026-02-01' }, null);
  expect(bars).toHaveLength(24);
  expect(bars[14]).toMatchObject({ date: '2026-02-01T14:00', total: '2.5' });
  expect(bars[13]).toMatchObject({ date: '2026-02-01T13:00', total: '0' });
  expect(isDrawable('hour', { from: '2026-02-01', to: '2026-02-07' })).toBe(true);
  expect(isDrawable('hour', { from: '2026-02-01', to: '2026-02-08' })).toBe(false);
  expect(isDrawable('day', { from: '2026-02-01', to: '2026-02-08' })).toBe(true);
});

describe('steadyOrder', () => {
  test('the group with the most energy is first', () => {
    expect(steadyOrder([], ['b', 'a'])).toEqual(['b', 'a']);
  });

  test('a group keeps its position, however the order by energy changes', () => {
    expect(steadyOrder(['b', 'a'], ['a', 'b'])).toEqual(['b', 'a']);
    expect(steadyOrder(['c', 'b'], ['a', 'b', 'c'])).toEqual(['c', 'b', 'a']);
  });

  test('a new group takes the position of one no longer shown', () => {
    expect(steadyOrder(['a', 'b'], ['b', 'c', 'd'])).toEqual(['c', 'b', 'd']);
  });
});
