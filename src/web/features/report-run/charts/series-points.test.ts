import { describe, expect, test } from 'vitest';
import type { ReportSeries } from '../../../../contract/console/report-result.ts';
import { grainFor, isDrawable, seriesBars } from './series-points.ts';

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
    expect(seriesBars(own, period)).toEqual([
      { date: '2026-02-01', parts: ['0.1', '0.2', '0'], total: '0.3', before: null },
      { date: '2026-02-02', parts: ['0', '0', '0'], total: '0', before: null },
      { date: '2026-02-03', parts: ['0', '0', '4'], total: '4', before: null },
    ]);
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
  const bars = seriesBars(of, { from: '2026-02-01', to: '2026-02-01' });
  expect(bars).toHaveLength(24);
  expect(bars[14]).toMatchObject({ date: '2026-02-01T14:00', total: '2.5' });
  expect(bars[13]).toMatchObject({ date: '2026-02-01T13:00', total: '0' });
  expect(isDrawable('hour', { from: '2026-02-01', to: '2026-02-07' })).toBe(true);
  expect(isDrawable('hour', { from: '2026-02-01', to: '2026-02-08' })).toBe(false);
  expect(isDrawable('day', { from: '2026-02-01', to: '2026-02-08' })).toBe(true);
});
