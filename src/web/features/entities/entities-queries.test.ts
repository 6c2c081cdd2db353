import { expect, test } from 'vitest';
import type { ChargeSession } from '../../../contract/charge-session.ts';
import type { Page } from '../../../contract/paging.ts';
import { session } from '../../testing/samples.ts';
import { chosenFrame, mergeSessions } from './entities-queries.ts';

function page(token: string | null, ...data: ChargeSession[]): Page<ChargeSession> {
  return { data, meta: { continuationToken: token, pageSize: 500 } };
}

test('newest first across all pages, each session once, those without a start last', () => {
  const early = session(1, { start: '2026-01-01T00:00:00Z' });
  const late = session(2, { start: '2026-03-01T00:00:00Z' });
  const undated: ChargeSession = { id: session(3).id, entityId: null, created: null, data: null };
  const merged = mergeSessions([page('x', undated, early), page(null, late, early)]);
  expect(merged.map(({ id }) => id)).toEqual([late.id, early.id, undated.id]);
});

const ZONE = 'Europe/Brussels';
const NOW = Date.parse('2026-03-28T12:00:00Z');

test.each([
  [{}, '2026-02-26T12:00:00.000Z', '2026-04-27T12:00:00.000Z'],
  [{ commands: '24h' as const }, '2026-03-27T12:00:00.000Z', '2026-03-29T12:00:00.000Z'],
  [{ commands: '7d' as const }, '2026-03-21T12:00:00.000Z', '2026-03-29T12:00:00.000Z'],
  [{ commands: 'ahead' as const }, '2026-03-28T12:00:00.000Z', null],
  [{ commands: 'all' as const }, '1970-01-01T00:00:00Z', null],
])('%o always has a start', (search, start, end) => {
  expect(chosenFrame(search, ZONE, NOW)).toEqual({ range: { start, end }, problem: null });
});

test('days are whole days of the zone, including one of 23 hours', () => {
  const search = {
    commands: 'custom',
    commandsFrom: '2026-03-29',
    commandsTo: '2026-03-29',
  } as const;
  expect(chosenFrame(search, ZONE, NOW).range).toEqual({
    start: '2026-03-28T23:00:00.000Z',
    end: '2026-03-29T22:00:00.000Z',
  });
});

test('invalid dates are reported', () => {
  expect(chosenFrame({ commands: 'custom' }, ZONE, NOW).problem).toContain('first and the last');
  const turned = {
    commands: 'custom',
    commandsFrom: '2026-03-02',
    commandsTo: '2026-03-01',
  } as const;
  expect(chosenFrame(turned, ZONE, NOW)).toEqual({
    range: null,
    problem: 'The first day is after the last day.',
  });
});
