import { expect, test } from 'vitest';
import { lastSeen } from './last-seen.ts';

const NOW = Date.parse('2026-03-02T12:00:00Z');
const of = (seenAt: string | null, sessionsFrom: string | null = '2026-01-26T12:00:00Z') =>
  lastSeen({ seenAt, sessionsFrom }, NOW);

test('an instant within the read period is returned', () => {
  const instant = '2026-03-02T11:00:00.000Z';
  expect(of(instant)).toEqual({ kind: 'at', instant });
  expect(of('2026-03-02T12:00:30Z')).toMatchObject({ kind: 'at' });
});

test('an instant in the future is not treated as now', () => {
  const instant = '2026-04-01T00:00:00.000Z';
  expect(of(instant)).toEqual({ kind: 'ahead', instant });
});

test('without one, or with an older one, it was before the read period', () => {
  const before = { kind: 'before', instant: '2026-01-26T12:00:00.000Z' };
  expect(of(null)).toEqual(before);
  expect(of('2026-01-01T00:00:00Z')).toEqual(before);
});

test('with all sessions read, or none, no period applies', () => {
  expect(of(null, '1970-01-01T00:00:00Z')).toBeNull();
  expect(of('2020-01-01T00:00:00Z', '2000-01-01T00:00:00Z')).toMatchObject({ kind: 'at' });
  expect(of(null, null)).toBeNull();
});
