import { expect, test } from 'vitest';
import {
  isPlanPossible,
  plannedTimeLine,
  utcUnlessSame,
  withServerOffset,
  zoneDataNote,
} from './planned-time.ts';
import { isoInstant } from './instant.ts';
import { readTrigger } from './schedule-rows.ts';

const at = (triggerTime: string, wallClock: string, zone: string) =>
  plannedTimeLine({ triggerTime, plannedAs: { wallClock, zone } });

test('a planned time names UTC once, and only if it differs', () => {
  expect(at('2026-11-22T02:00:00Z', '2026-11-22T02:00', 'UTC')).toBe('22 Nov 2026, 02:00 UTC');
  // In winter London shows UTC; its name still shows that it follows the clock there.
  expect(at('2026-11-22T02:00:00Z', '2026-11-22T02:00', 'Europe/London')).toBe(
    '22 Nov 2026, 02:00 UTC Europe/London',
  );
  expect(at('2026-11-22T01:00:00Z', '2026-11-22T02:00', 'Europe/Brussels')).toBe(
    '22 Nov 2026, 02:00 UTC+01:00 Europe/Brussels = 22 Nov 2026, 01:00 UTC',
  );
  expect(plannedTimeLine({ triggerTime: '2026-11-22T02:00:00Z', plannedAs: null })).toBe(
    '22 Nov 2026, 02:00 UTC',
  );
  expect(utcUnlessSame('2026-07-22T02:00:00Z', 'Europe/London')).toBe('22 Jul 2026, 02:00 UTC');
});

/** 10:00 in Casablanca on 1 July 2026, which is UTC+01:00 in the zone data of some machines, UTC of others. */
const confirmed = (offsetMinutes: number, zone = 'Africa/Casablanca') => {
  const triggerTime = isoInstant(Date.UTC(2026, 6, 1, 10) - offsetMinutes * 60_000);
  const plannedAs = { wallClock: '2026-07-01T10:00', zone, offsetMinutes };
  return { triggerTime, plannedAs: withServerOffset(plannedAs, Date.parse(triggerTime)) };
};

test.each([
  [confirmed(60), '1 Jul 2026, 10:00 UTC+01:00 Africa/Casablanca = 1 Jul 2026, 09:00 UTC', null],
  [
    confirmed(0),
    '1 Jul 2026, 10:00 UTC Africa/Casablanca',
    'Confirmed as 10:00 (UTC+00:00), which holds. The server’s time zone data says UTC+01:00.',
  ],
  [
    confirmed(-210),
    '1 Jul 2026, 10:00 UTC-03:30 Africa/Casablanca = 1 Jul 2026, 13:30 UTC',
    'Confirmed as 10:00 (UTC-03:30), which holds. The server’s time zone data says UTC+01:00.',
  ],
  [
    confirmed(120, 'Europe/Later_Named'),
    '1 Jul 2026, 10:00 UTC+02:00 Europe/Later_Named = 1 Jul 2026, 08:00 UTC',
    'Confirmed as 10:00 (UTC+02:00), which holds. The server’s time zone data has no Europe/Later_Named.',
  ],
])('the confirmed offset is shown, and that zone data differs: %j', (item, line, note) => {
  expect([plannedTimeLine(item), zoneDataNote(item)]).toEqual([line, note]);
});

test('a plan without an offset in a zone that this machine does not have is shown in UTC', () => {
  expect(at('2026-11-22T01:00:00Z', '2026-11-22T02:00', 'Europe/Later_Named')).toBe(
    '22 Nov 2026, 01:00 UTC Europe/Later_Named, typed as 02:00',
  );
});

test('only a wall clock that no zone can show at the instant is impossible', () => {
  const possible = (wallClock: string, offsetMinutes?: number) =>
    isPlanPossible(
      { wallClock, zone: 'Any/Where', ...(offsetMinutes !== undefined && { offsetMinutes }) },
      Date.UTC(2026, 6, 1, 12),
    );
  for (const wallClock of ['2026-07-01T12:00', '2026-07-02T02:00', '2026-06-30T13:00']) {
    expect(possible(wallClock)).toBe(true);
  }
  // With a confirmed offset only what a clock skips may lie between, which is a day at most.
  expect(possible('2026-06-30T08:00', 120)).toBe(false);
  expect(possible('2026-06-29T20:00')).toBe(false);
  // Samoa had no 30 December 2011.
  expect(possible('2026-06-30T12:00', 0)).toBe(true);
  for (const wallClock of ['2026-07-05T12:00', '2026-06-31T12:00', '2026-07-01T25:00']) {
    expect(possible(wallClock)).toBe(false);
  }
});

test('the choices of a repeated hour name UTC only if it differs', () => {
  const twice = { date: '2026-10-25', time: '01:30', zone: 'Europe/London' };
  const { question } = readTrigger({ ...twice, type: 'Reset', value: '', unit: 'W', meant: '' });
  expect(question?.choices.map(({ label }) => label)).toEqual([
    '25 Oct 2026, 01:30 UTC+01:00, the first time (00:30 UTC)',
    '25 Oct 2026, 01:30 UTC, the second time',
  ]);
});
