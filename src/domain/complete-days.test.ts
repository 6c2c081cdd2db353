import { expect, test } from 'vitest';
import { completeBefore } from './complete-days.ts';
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
