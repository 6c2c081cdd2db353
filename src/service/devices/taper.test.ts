import fc from 'fast-check';
import { expect, test } from 'vitest';
import { charge, powerAt } from './taper.ts';

const HOUR = 3_600_000;
const charger = { capacity: 60, powerKw: 12 };

test('the power is full up to 80 % and then falls, to a seventh at the end', () => {
  expect([powerAt(charger, 10), powerAt(charger, 80)]).toEqual([12, 12]);
  expect(powerAt(charger, 90)).toBeCloseTo(6.9);
  expect(powerAt(charger, 100)).toBeCloseTo(1.8);
});

test('below the taper the time follows from capacity and power; the last fifth takes far longer', () => {
  expect(charge(charger, 20, 60, 0, 10 * HOUR)).toEqual({ endMs: 2 * HOUR, soc: 60 });
  const last = charge(charger, 80, 100, 0, 10 * HOUR);
  expect(last.soc).toBe(100);
  expect(last.endMs).toBeGreaterThan(1.8 * HOUR);
});

test('an interrupted charge reaches what the time allowed', () => {
  expect(charge(charger, 20, 60, 0, HOUR)).toEqual({ endMs: HOUR, soc: 40 });
  expect(charge(charger, 20, 60, HOUR, 0)).toEqual({ endMs: HOUR, soc: 20 });
});

test('charging in two parts reaches the same state as in one', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99 }), fc.integer({ min: 1, max: 600 }), (from, cut) => {
      const untilMs = 11 * HOUR;
      const first = charge(charger, from, 100, 0, cut * 60_000);
      const second = charge(charger, first.soc, 100, first.endMs, untilMs);
      expect(second.soc).toBeCloseTo(charge(charger, from, 100, 0, untilMs).soc, 6);
    }),
    { numRuns: 100 },
  );
});
