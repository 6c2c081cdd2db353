import { expect, test } from 'vitest';
import { chosenFrame } from './command-frame.ts';

const ZONE = 'Europe/Brussels';
const NOW = Date.parse('2026-03-28T12:00:00Z');

test.each([
  [{}, '2026-02-26T12:00:00.000Z', '2026-04-27T12:00:00.000Z'],
  [{ commands: '24h' as const }, '2026-03-27T12:00:00.000Z', '2026-03-29T12:00:00.000Z'],
  [{ commands: '7d' as const }, '2026-03-21T12:00:00.000Z', '2026-03-29T12:00:00.000Z'],
  [{ commands: 'ahead' as const }, '2026-03-28T12:00:00.000Z', null],
  [{ commands: 'all' as const }, '1970-01-01T00:00:00Z', null],
])('%o always has a start', (search, start, end) => {
  expect(chosenFrame(search, ZONE, NOW)).toEqual({ frame: { start, end }, problem: null });
});

test('days are whole days of the zone, including one of 23 hours', () => {
  const search = {
    commands: 'custom',
    commandsFrom: '2026-03-29',
    commandsTo: '2026-03-29',
  } as const;
  expect(chosenFrame(search, ZONE, NOW).frame).toEqual({
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
    frame: null,
    problem: 'The first day is after the last day.',
  });
});
