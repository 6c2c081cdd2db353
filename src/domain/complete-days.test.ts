import { expect, test } from 'vitest';
import { completeBefore, decidingRead, provisionalFromMs } from './complete-days.ts';
import { isoInstant } from './instant.ts';

const at = (text: string) => Date.parse(`2026-03-${text}:00Z`);
const before = (readAt: string, computedAt: string | null) =>
  isoInstant(completeBefore(at(readAt), computedAt === null ? null : at(computedAt))).slice(0, 10);

test('until today is computed, the day before yesterday may still grow', () => {
  expect(before('10T04:00', '09T05:30')).toBe('2026-03-08');
  expect(before('10T05:45', '09T05:30')).toBe('2026-03-08');
  // Yesterday may still grow too: a session over midnight is computed tomorrow.
  expect(before('10T06:00', '09T05:30')).toBe('2026-03-09');
  expect(before('10T23:00', '10T05:30')).toBe('2026-03-09');
});

test('a computation just before midnight belongs to the day before', () => {
  expect(before('10T00:20', '09T23:45')).toBe('2026-03-08');
  expect(before('10T00:10', '09T23:45')).toBe('2026-03-07');
});

test('assumes the end of the day if the time is unknown', () => {
  expect(before('10T23:59', null)).toBe('2026-03-08');
});

test.each([
  // Computed at 05:30 in UTC; a day of 25, of 23 and of 24 hours begins the provisional ones.
  ['Pacific/Auckland', '2026-04-06T11:30Z', '2026-04-04T11:00:00.000Z'],
  ['Pacific/Auckland', '2026-09-28T10:30Z', '2026-09-26T12:00:00.000Z'],
  ['America/Los_Angeles', '2026-03-10T07:30Z', '2026-03-08T08:00:00.000Z'],
  ['UTC', '2026-03-10T12:00Z', '2026-03-09T00:00:00.000Z'],
])('days of %s are provisional from their start, read at %s', (zone, readAt, from) => {
  const ms = provisionalFromMs(zone, Date.parse(readAt), at('01T05:30'));
  expect(isoInstant(ms)).toBe(from);
});

test('of several reads the oldest that was in time decides', () => {
  expect(decidingRead({ oldest: 1, newest: 2 })).toBe(1);
  expect(decidingRead({ oldest: Infinity, newest: 2 })).toBe(2);
});
