import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  formatClock,
  formatCount,
  formatDateTime,
  formatDuration,
  formatExact,
  formatIso,
  formatNumber,
  formatQuantity,
  formatRelative,
} from './format.ts';
import { instantMs, isTimeZone, isoInstant } from './instant.ts';
import { addDays, dateIn, nextGrain, spanOfDates, startOfGrain, wallClockMs } from './time.ts';

const HOUR = 3_600_000;

describe('instants', () => {
  test('without an offset an instant is UTC, as the specification says', () => {
    expect(instantMs('2026-03-29T01:00:00')).toBe(Date.UTC(2026, 2, 29, 1));
    expect(instantMs('2026-03-29T01:00:00Z')).toBe(Date.UTC(2026, 2, 29, 1));
    expect(instantMs('2026-03-29T03:00:00+02:00')).toBe(Date.UTC(2026, 2, 29, 1));
    expect(instantMs('2026-03-29T01:00:00.1234567Z')).toBe(Date.UTC(2026, 2, 29, 1) + 123);
  });

  test('text that is not an instant is null', () => {
    for (const text of [null, 'soon', '2026-13-01T00:00:00Z']) expect(instantMs(text)).toBeNull();
    expect(isoInstant(0)).toBe('1970-01-01T00:00:00.000Z');
  });

  test('zones are those that this machine knows', () => {
    const known = ['Europe/Zurich', 'UTC', 'Mars/Olympus'].filter(isTimeZone);
    expect(known).toEqual(['Europe/Zurich', 'UTC']);
  });
});

describe('days in a zone', () => {
  test('consecutive days meet without gap or overlap, in any zone', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('Europe/Zurich', 'UTC', 'America/Sao_Paulo', 'Australia/Lord_Howe'),
        fc.integer({ min: 0, max: 12_000 }),
        (zone, offset) => {
          const date = addDays('2000-01-01', offset);
          const span = spanOfDates(zone, date, date);
          expect(spanOfDates(zone, addDays(date, 1), addDays(date, 1)).startMs).toBe(span.endMs);
          expect(dateIn(zone, span.startMs)).toBe(date);
          expect(dateIn(zone, span.endMs - 1)).toBe(date);
        },
      ),
    );
  });

  test('wall clock: a gap moves forward, an overlap uses the earlier instant', () => {
    const zone = 'Europe/Zurich';
    expect(isoInstant(wallClockMs(zone, '2022-04-12T19:27'))).toBe('2022-04-12T17:27:00.000Z');
    expect(isoInstant(wallClockMs(zone, '2023-03-26T02:30'))).toBe('2023-03-26T01:30:00.000Z');
    expect(isoInstant(wallClockMs(zone, '2022-10-30T02:30'))).toBe('2022-10-30T00:30:00.000Z');
  });

  test('weeks begin on Monday, months on the first', () => {
    expect(startOfGrain('week', '2026-11-22')).toBe('2026-11-16');
    expect(startOfGrain('month', '2026-11-22')).toBe('2026-11-01');
    expect(nextGrain('month', '2026-12-01')).toBe('2027-01-01');
  });
});

describe('formatting', () => {
  test('a missing value is a dash, never a zero', () => {
    const missing = [formatNumber(null), formatNumber(Number.NaN), formatDateTime(null, 'UTC')];
    for (const text of [...missing, formatQuantity(null, 'kWh'), formatDuration(null)]) {
      expect(text).toBe('–');
    }
    expect(formatNumber(0)).toBe('0');
  });

  test('numbers have decimals and thousands separators', () => {
    expect(formatNumber(36_513.5861, 3)).toBe('36,513.586');
    const below = [formatNumber(-0), formatNumber(-0.001, 2), formatNumber(-3)];
    expect(below).toEqual(['0', '0.00', '-3']);
    expect(formatNumber(23_928.349475, 3)).toBe('23,928.349');
    expect(formatQuantity(10.94, 'kW')).toBe('10.9 kW');
    expect(formatCount(1, 'entity', 'entities')).toBe('1 entity');
    expect(formatCount(412, 'entity', 'entities')).toBe('412 entities');
  });

  test('times show their zone', () => {
    const at = '2026-03-29T01:00:00Z';
    expect(formatExact(at, 'Europe/Zurich')).toBe('29 Mar 2026, 03:00:00 UTC+02:00');
    expect(formatExact(at, 'UTC')).toBe('29 Mar 2026, 01:00:00 UTC');
    expect(formatClock(at, 'UTC')).toBe('01:00:00');
    expect(formatDateTime('not a time', 'UTC')).toBe('not a time');
  });

  test.each([
    [45_000, '45 s'],
    [60_000, '1 min'],
    [125 * 60_000, '2 h 05 min'],
    [-HOUR, '−1 h 00 min'],
    [50 * HOUR, '2 d 2 h'],
  ])('%d ms is %s', (ms, label) => {
    expect(formatDuration(ms)).toBe(label);
  });

  test.each([
    ['2026-01-01T11:57:00Z', '3 min ago'],
    ['2026-01-01T14:05:00Z', 'in 2 h 05 min'],
    ['2025-12-31T23:51:00Z', '12 h ago'],
    ['2026-01-01T17:59:00Z', 'in 5 h 59 min'],
    ['2026-01-03T11:59:00Z', 'in 47 h'],
    ['2026-01-03T14:00:00Z', 'in 2 d 2 h'],
    ['2026-01-01T12:00:01Z', 'just now'],
  ])('at noon on 1 January, %s is %s', (instant, words) => {
    expect(formatRelative(instant, Date.UTC(2026, 0, 1, 12))).toBe(words);
  });
});

test('a time in a file is ISO 8601 with the offset of its zone on that day', () => {
  expect(formatIso('2026-03-02T14:02:31Z', 'Europe/Brussels')).toBe('2026-03-02T15:02:31+01:00');
  expect(formatIso('2026-07-02T14:02:31Z', 'Europe/Brussels')).toBe('2026-07-02T16:02:31+02:00');
  expect(formatIso('2026-03-02T02:02:31Z', 'America/St_Johns')).toBe('2026-03-01T22:32:31-03:30');
  expect(formatIso('2026-03-02T14:02:31.250', 'UTC')).toBe('2026-03-02T14:02:31Z');
  expect([formatIso(null, 'UTC'), formatIso('soon', 'UTC')]).toEqual(['', 'soon']);
});
