import { expect, test } from 'vitest';
import { plannedItem } from './testing/planned-item.ts';
import { mostTicks, spanOf, ticksOf } from './timeline-scale.ts';

const START = Date.parse('2027-03-01T09:30:00Z');
const HOUR_MS = 3_600_000;
const inHours = (hours: number) =>
  plannedItem({ triggerTime: new Date(START + hours * HOUR_MS).toISOString() });

test('the span fits the items planned within a month, or all if none are', () => {
  expect(spanOf([inHours(1)], undefined, START)).toBe(6 * HOUR_MS);
  expect(spanOf([inHours(10), inHours(20)], undefined, START) / HOUR_MS).toBeCloseTo(23);
  expect(spanOf([inHours(20), inHours(9000)], undefined, START) / HOUR_MS).toBeCloseTo(23);
  expect(spanOf([inHours(9000)], undefined, START)).toBeGreaterThan(9000 * HOUR_MS);
  expect(spanOf([inHours(1)], '7d', START)).toBe(168 * HOUR_MS);
});

test('lines are at whole hours of the zone, and a new day shows its date', () => {
  const ticks = ticksOf(START, 24 * HOUR_MS, 'Europe/Brussels', 8);
  expect(ticks.map(({ label }) => label)).toEqual([
    '12:00',
    '15:00',
    '18:00',
    '21:00',
    '2 Mar',
    '03:00',
    '06:00',
    '09:00',
  ]);
  // From 10:30 in Brussels to noon.
  expect(ticks[0]?.at).toBeCloseTo(1.5 / 24);
});

test('a month has lines only at midnight', () => {
  const ticks = ticksOf(START, 720 * HOUR_MS, 'UTC', 8);
  expect(ticks.every(({ day }) => day)).toBe(true);
  expect(ticks.length).toBeLessThanOrEqual(8);
});

test('a narrow timeline has fewer lines, so that no label stands over another', () => {
  expect([Infinity, 900, 250, 30].map(mostTicks)).toEqual([10, 10, 3, 1]);
});
