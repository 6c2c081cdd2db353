import { expect, test } from 'vitest';
import { quantile, spread } from './statistics.ts';

test('a quantile is a value that was measured, and 0 without any', () => {
  const values = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
  expect(quantile(values, 0.5)).toBe(6);
  expect(quantile(values, 0.99)).toBe(10);
  expect(quantile([], 0.5)).toBe(0);
});

test('a spread sorts by size, not by text', () => {
  expect(spread([100, 9, 20])).toEqual({ p50: 20, p99: 100, most: 100 });
});
