import { expect, test } from 'vitest';
import { session } from '../../testing/samples.ts';
import { storedSessions } from './stored-sessions.ts';

const FEBRUARY = { start: '2026-02-01T00:00:00Z', end: '2026-03-01T00:00:00Z' };
const store = (starts: string[], knownFrom: string | null, moreSessions = false) => ({
  sessions: starts.map((start, at) => session(at, { start })),
  knownFrom,
  moreSessions,
});

test('returns the sessions of the period, complete if the store reaches back far enough', () => {
  const kept = storedSessions(
    store(
      [
        '2026-03-01T00:00:00Z',
        '2026-02-28T23:59:59Z',
        '2026-02-01T00:00:00Z',
        '2026-01-31T23:00:00Z',
      ],
      '2026-01-01T00:00:00Z',
    ),
    FEBRUARY,
  );
  expect(kept?.sessions.map(({ data }) => data?.start)).toEqual([
    '2026-02-28T23:59:59Z',
    '2026-02-01T00:00:00Z',
  ]);
  expect(kept?.whole).toBe(true);
});

test('they are partial if older ones were not read, or the server listed only some', () => {
  const starts = ['2026-02-20T00:00:00Z'];
  expect(storedSessions(store(starts, '2026-02-10T00:00:00Z'), FEBRUARY)?.whole).toBe(false);
  expect(storedSessions(store(starts, '2020-01-01T00:00:00Z', true), FEBRUARY)?.whole).toBe(false);
});

test('without reads of the period nothing is known, which differs from no sessions', () => {
  expect(storedSessions(store([], '2026-02-10T00:00:00Z'), FEBRUARY)).toBeNull();
  expect(storedSessions(store([], null), FEBRUARY)).toBeNull();
  expect(storedSessions(store([], '2026-01-01T00:00:00Z'), FEBRUARY)).toEqual({
    sessions: [],
    whole: true,
  });
});
