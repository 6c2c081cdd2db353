import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PERIOD_PRESETS, type PeriodPreset } from '../../contract/console/report-definition.ts';
import { isoInstant } from '../instant.ts';
import { addDays } from '../time.ts';
import {
  previousPeriod,
  resolveDates,
  resolvePreset,
  samePeriodLastYear,
  type ResolvedPeriod,
} from './periods.ts';

const ZONE = 'Europe/Zurich';
/** Saturday evening in UTC, Sunday already in Zurich. */
const NOW = Date.parse('2026-11-21T23:30:00Z');

const dates = ({ from, to }: ResolvedPeriod) => [from, to];
const range = (from: string, to: string, zone = ZONE) => resolveDates({ from, to }, zone);

describe('presets, on 22 November 2026 in Zurich', () => {
  const expected: Record<PeriodPreset, [string, string]> = {
    today: ['2026-11-22', '2026-11-22'],
    yesterday: ['2026-11-21', '2026-11-21'],
    'last-7-days': ['2026-11-16', '2026-11-22'],
    'last-30-days': ['2026-10-24', '2026-11-22'],
    'this-week': ['2026-11-16', '2026-11-22'],
    'last-week': ['2026-11-09', '2026-11-15'],
    'this-month': ['2026-11-01', '2026-11-30'],
    'last-month': ['2026-10-01', '2026-10-31'],
    'this-quarter': ['2026-10-01', '2026-12-31'],
    'last-quarter': ['2026-07-01', '2026-09-30'],
    'this-year': ['2026-01-01', '2026-12-31'],
    'last-year': ['2025-01-01', '2025-12-31'],
  };
  test.each(PERIOD_PRESETS)('%s', (preset) => {
    expect(dates(resolvePreset(preset, ZONE, NOW))).toEqual(expected[preset]);
  });

  test('the zone decides the date', () => {
    expect(resolvePreset('today', 'UTC', NOW).from).toBe('2026-11-21');
  });
});

test('a month with a clock change is an hour longer', () => {
  const { startMs, endMs } = range('2022-10-01', '2022-10-31');
  expect([isoInstant(startMs), isoInstant(endMs)]).toEqual([
    '2022-09-30T22:00:00.000Z',
    '2022-10-31T23:00:00.000Z',
  ]);
});

describe('the period before', () => {
  test.each([
    ['2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['2026-01-01', '2026-12-31', '2025-01-01', '2025-12-31'],
    ['2026-03-02', '2026-03-08', '2026-02-23', '2026-03-01'],
    ['2026-03-01', '2026-03-30', '2026-01-30', '2026-02-28'],
  ])('%s to %s', (from, to, first, last) => {
    expect(dates(previousPeriod(range(from, to)))).toEqual([first, last]);
  });

  test('ends where the period begins', () => {
    const day = fc.integer({ min: 0, max: 4000 }).map((days) => addDays('2018-01-01', days));
    fc.assert(
      fc.property(day, fc.integer({ min: 0, max: 800 }), (from, length) => {
        const period = range(from, addDays(from, length));
        expect(previousPeriod(period).endMs).toBe(period.startMs);
      }),
    );
  });
});

test.each([
  ['2024-02-01', '2024-02-29', '2023-02-01', '2023-02-28'],
  ['2025-02-01', '2025-02-28', '2024-02-01', '2024-02-29'],
  ['2024-02-29', '2024-03-02', '2023-02-28', '2023-03-02'],
  ['2026-11-16', '2026-11-22', '2025-11-16', '2025-11-22'],
])('a year before %s to %s', (from, to, first, last) => {
  expect(dates(samePeriodLastYear(range(from, to)))).toEqual([first, last]);
});
