import { expect, test } from 'vitest';
import { stands, type Reading } from './later-reading.ts';

const reading = (verdict: string, asked_at: number | null, known_at: number): Reading => ({
  verdict,
  asked_at,
  known_at,
});

test.each([
  ['pending', 'verified'],
  ['sent', 'failed'],
  ['sent', 'canceled'],
  ['pending', 'sent'],
  ['acknowledged', 'verified'],
  ['acknowledged', 'disproven'],
  ['unrecognised', 'acknowledged'],
])('an answer requested earlier does not bring back %s after %s', (before, after) => {
  const known = reading(after, 90, 100);
  expect(stands(reading(before, 99, 200), known)).toBe(false);
  // Requested later, it is the current state.
  expect(stands(reading(before, 100, 200), known)).toBe(true);
});

test('an answer requested earlier counts if it shows later progress', () => {
  const known = reading('acknowledged', 90, 100);
  for (const verdict of ['acknowledged', 'verified', 'disproven']) {
    const told = reading(verdict, 50, 200);
    expect([verdict, stands(told, known)]).toEqual([verdict, true]);
  }
});

test('a status taken back counts if it was read after the end', () => {
  expect(stands(reading('sent', null, 30), reading('verified', 10, 20))).toBe(true);
});
