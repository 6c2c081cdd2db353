import { expect, test } from 'vitest';
import { spanOfDates } from '../time.ts';
import { slicingBySite } from './site-time.ts';
import { zoneAt } from './site-zone.ts';
import { zoneCalendar } from './zone-calendar.ts';

test('valid coordinates have a zone; others do not', () => {
  expect(zoneAt(46.52, 6.57)).toBe('Europe/Zurich');
  expect(zoneAt(40.71, -74.01)).toBe('America/New_York');
  expect(zoneAt(28.61, 77.21)).toBe('Asia/Kolkata');
  expect(zoneAt(91, 0)).toBeNull();
  expect(zoneAt(0, -181)).toBeNull();
  expect(zoneAt(Number.NaN, 0)).toBeNull();
  // Somewhere on the ocean: the result must still be a zone of this machine.
  const atSea = zoneAt(-40, -130);
  expect(atSea === null || zoneCalendar(atSea).zone === atSea).toBe(true);
});

test('the period has the same dates in the zone of each place', () => {
  const own = {
    calendar: zoneCalendar('Europe/Zurich'),
    boundary: 'start',
    period: spanOfDates('Europe/Zurich', '2026-03-01', '2026-03-31'),
    pricing: null,
  } as const;
  const bySite = slicingBySite(own);
  expect(bySite(null)).toBe(own);
  const there = bySite('America/New_York');
  expect(there.calendar.zone).toBe('America/New_York');
  expect(there.period).toEqual(spanOfDates('America/New_York', '2026-03-01', '2026-03-31'));
  expect(bySite('America/New_York')).toBe(there);
});
