import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bucketsOf } from './distribution.ts';
import { MICRO, microsOfText } from './exact.ts';

/** What a database counts: the first three digits of each value. */
function counted(values: readonly bigint[]) {
  const counts = new Map<bigint, number>();
  for (const value of values) {
    const digits = String(value).length;
    const step = digits > 3 ? 10n ** BigInt(digits - 3) : 1n;
    const from = value < 0n ? -1n : value - (value % step);
    counts.set(from, (counts.get(from) ?? 0) + 1);
  }
  return [...counts].map(([from, sessions]) => ({ from, sessions }));
}

const kwh = (value: number) => BigInt(Math.round(value * 1e6));

describe('the buckets of a distribution', () => {
  test('have a width of 1, 2 or 5 times a power of ten, with an open one for outliers', () => {
    const values = Array.from({ length: 499 }, (_, at) => kwh((at % 60) + 0.5));
    const buckets = bucketsOf(counted([...values, kwh(100_000)]), MICRO);
    expect(buckets).toHaveLength(31);
    expect(buckets[0]).toEqual({ from: '0', to: '2', sessions: 18 });
    expect(buckets.at(-2)).toMatchObject({ from: '58', to: '60' });
    expect(buckets.at(-1)).toEqual({ from: '60', to: null, sessions: 1 });
  });

  test('there is no empty open bucket; values below zero have one of their own', () => {
    expect(bucketsOf(counted([-5n, -1n, 0n, 3n, 9n]), 1n)).toEqual([
      { from: null, to: '0', sessions: 2 },
      ...[1, 0, 0, 1, 0, 0, 0, 0, 0, 1].map((sessions, from) => ({
        from: String(from),
        to: String(from + 1),
        sessions,
      })),
    ]);
    expect(bucketsOf([], MICRO)).toEqual([]);
    expect(bucketsOf(counted([0n]), MICRO)).toEqual([{ from: '0', to: '0.000001', sessions: 1 }]);
  });

  test('each value is in its exact bucket, and none is lost', () => {
    const value = fc.oneof(
      fc.bigInt({ min: 0n, max: 90_000_000n }),
      fc.bigInt({ min: -10n, max: 10n ** 14n }),
    );
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 200 }), (values) => {
        const buckets = bucketsOf(counted(values), MICRO);
        expect(buckets.length).toBeLessThanOrEqual(32);
        expect(buckets.reduce((sum, { sessions }) => sum + sessions, 0)).toBe(values.length);
        for (const { from, to, sessions } of buckets) {
          const first = from === null ? -(10n ** 15n) : (microsOfText(from) ?? 0n);
          const after = to === null ? 10n ** 16n : (microsOfText(to) ?? 0n);
          expect(values.filter((one) => one >= first && one < after)).toHaveLength(sessions);
        }
      }),
    );
  });
});
