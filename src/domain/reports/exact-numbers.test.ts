import fc from 'fast-check';
import { expect, test } from 'vitest';
import { divideRounded } from './exact.ts';
import { ExactSums, LARGEST_EXACT, runningProducts, scaled } from './exact-numbers.ts';

const whole = fc.oneof(fc.integer(), fc.maxSafeInteger(), fc.integer({ min: -1000, max: 1000 }));

test('a scaled amount is rounded as with whole numbers of any size, halves away from zero', () => {
  fc.assert(
    fc.property(whole, whole, fc.integer({ min: 1, max: 2 ** 40 }), (amount, times, by) => {
      const exact = divideRounded(BigInt(amount) * BigInt(times), BigInt(by));
      expect(BigInt(scaled(amount, times, by))).toBe(BigInt(Number(exact)));
    }),
    { numRuns: 3000 },
  );
  expect([scaled(5, 1, 10), scaled(-5, 1, 10), scaled(4, 1, 10), scaled(15, 1, 10)]).toEqual([
    1, -1, 0, 2,
  ]);
});

test('products add up exactly, however large they get', () => {
  const pairs = fc.array(
    fc.tuple(fc.integer({ min: -1e14, max: 1e14 }), fc.integer({ min: -1e9, max: 1e9 })),
  );
  fc.assert(
    fc.property(pairs, fc.integer({ min: 1, max: 1e9 }), (list, by) => {
      const running = runningProducts();
      let exact = 0n;
      for (const [amount, price] of list) {
        running.add(amount, price);
        exact += BigInt(amount) * BigInt(price);
        expect(running.rounded(by)).toBe(Number(divideRounded(exact, BigInt(by))));
      }
    }),
  );
});

test('sums of a million of the largest amounts are exact', () => {
  const amounts = fc.array(fc.integer({ min: -(LARGEST_EXACT - 1), max: LARGEST_EXACT - 1 }));
  fc.assert(
    fc.property(amounts, (list) => {
      const sums = new ExactSums(2, 1);
      let exact = 0n;
      for (const amount of list) {
        sums.add(0, 1, amount);
        exact += BigInt(amount);
      }
      expect(sums.of(0, 1)).toBe(exact);
      expect(sums.of(0, 0)).toBe(0n);
    }),
  );
  const sums = new ExactSums(1, 1);
  for (let at = 0; at < 1_000_000; at += 1) sums.add(0, 0, 1e14 - 1);
  expect(sums.of(0, 0)).toBe(1_000_000n * (10n ** 14n - 1n));
});

test('rows keep their sums while others get room', () => {
  const sums = new ExactSums(3, 1);
  for (let row = 0; row < 100; row += 1) {
    sums.reserve(row);
    sums.add(row, 2, row + 1);
  }
  expect([sums.of(0, 2), sums.of(99, 2), sums.of(99, 1)]).toEqual([1n, 100n, 0n]);
});
