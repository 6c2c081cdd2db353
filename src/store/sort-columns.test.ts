import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MISSING_KEY, numberKey } from './sort-columns.ts';

const ABSURD = [1e308, Infinity, 10n ** 30n];

test('keys of numbers sort as the numbers do', () => {
  const whole = fc.integer({ min: -(2 ** 53), max: 2 ** 53 });
  fc.assert(
    fc.property(whole, whole, (a, b) => {
      expect(numberKey(a) < numberKey(b)).toBe(a < b);
      expect(numberKey(BigInt(a))).toBe(numberKey(a));
    }),
  );
});

test('an absurd number has a key like any other, at the end', () => {
  const keys = ABSURD.map(numberKey);
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toHaveLength(numberKey(0).length);
  expect(keys.every((key) => key > numberKey(2 ** 53) && key < MISSING_KEY)).toBe(true);
  expect(numberKey(-1e308) < numberKey(-(2 ** 53))).toBe(true);
  expect(numberKey(NaN)).toBe(MISSING_KEY);
});
