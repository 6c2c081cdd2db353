import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Span } from '../instant.ts';
import { dateIn, spanOfDates } from '../time.ts';
import { wallClockAt } from '../wall-clock.ts';
import {
  dateOfDay,
  dateOfMonth,
  dayNumber,
  mondayOf,
  monthNumber,
  weekdayOf,
  zoneCalendar,
  type ZoneCalendar,
} from './zone-calendar.ts';

/** The clock hours of a span: 23 or 25 on a day with a clock change of one hour. */
function hoursOf(calendar: ZoneCalendar, span: Span): Span[] {
  const hours: Span[] = [];
  for (let { startMs } = span; startMs < span.endMs;) {
    const endMs = Math.min(calendar.nextHourMs(startMs), span.endMs);
    hours.push({ startMs, endMs });
    startMs = endMs;
  }
  return hours;
}

/** Whole and half hours, changes of half an hour, at midnight, and a skipped day. */
const ZONES = [
  'UTC',
  'Europe/Zurich',
  'America/New_York',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'America/Sao_Paulo',
  'Pacific/Apia',
];
const instants = fc.integer({ min: Date.UTC(2005, 0, 1), max: Date.UTC(2030, 0, 1) });

describe.each(ZONES)('the calendar of %s', (zone) => {
  const calendar = zoneCalendar(zone);

  test('shows what the wall clock shows', () => {
    fc.assert(
      fc.property(instants, (ms) => {
        const place = calendar.placeOf(ms);
        const time = [Math.floor(place.minute / 60), place.minute % 60]
          .map((part) => String(part).padStart(2, '0'))
          .join(':');
        expect(`${dateOfDay(place.day)}T${time}`).toBe(wallClockAt(zone, ms));
        expect(place.hour).toBe(Math.floor(place.minute / 60));
      }),
    );
  });

  test('an hour ends when the hour, date or offset changes', () => {
    fc.assert(
      fc.property(instants, (ms) => {
        const end = calendar.nextHourMs(ms);
        expect(end).toBeGreaterThan(ms);
        expect(end - ms).toBeLessThanOrEqual(3_600_000);
        expect(calendar.placeOf(end - 1).hourAt).toBe(calendar.placeOf(ms).hourAt);
        expect(calendar.placeOf(end).hourAt * 60_000).toBe(end);
      }),
    );
  });
});

describe('a day with a clock change', () => {
  const zurich = zoneCalendar('Europe/Zurich');
  test.each([
    ['2023-03-26', 23],
    ['2023-03-27', 24],
    ['2022-10-30', 25],
  ])('%s has %i hours', (date, hours) => {
    const slots = hoursOf(zurich, spanOfDates('Europe/Zurich', date, date));
    expect(slots).toHaveLength(hours);
    expect(slots.every(({ startMs, endMs }) => endMs - startMs === 3_600_000)).toBe(true);
    const keys = slots.map(({ startMs }) => zurich.placeOf(startMs));
    expect(new Set(keys.map(({ hourAt }) => hourAt)).size).toBe(hours);
    expect(keys.every(({ day }) => dateOfDay(day) === date)).toBe(true);
  });

  test('by half an hour, the hour is shown in two pieces', () => {
    const zone = 'Australia/Lord_Howe';
    const slots = hoursOf(zoneCalendar(zone), spanOfDates(zone, '2023-04-02', '2023-04-02'));
    expect(slots).toHaveLength(25);
    expect(slots.reduce((sum, slot) => sum + slot.endMs - slot.startMs, 0)).toBe(24.5 * 3_600_000);
  });
});

test('days, weeks and months as whole numbers', () => {
  fc.assert(
    fc.property(instants, (ms) => {
      const date = dateIn('UTC', ms);
      const day = dayNumber(date);
      expect(dateOfDay(day)).toBe(date);
      expect(weekdayOf(mondayOf(day))).toBe(1);
      expect(day - mondayOf(day)).toBeLessThan(7);
      expect(dateOfMonth(monthNumber(day)).slice(0, 7)).toBe(date.slice(0, 7));
    }),
  );
  expect(weekdayOf(dayNumber('2026-11-21'))).toBe(6);
  expect(weekdayOf(dayNumber('1969-12-28'))).toBe(7);
});
