import { expect, test } from 'vitest';
import { quantile, spread } from './statistics.ts';

test('a quantile is one of the measured values, and 0 if there are none', () => {
  const values = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
  expect(quantile(values, 0.5)).toBe(6);
  expect(quantile(values, 0.99)).toBe(10);
  expect(quantile([], 0.5)).toBe(0);
});

test('a spread sorts by number, not by text', () => {
  expect(spread([100, 9, 20])).toEqual({ p50: 20, p99: 100, most: 100 });
});
