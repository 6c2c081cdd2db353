import { expect, test } from 'vitest';
import { changeOf } from './change-of.ts';

test.each([
  [112, 100, 'up', '12.0 %'],
  [50, 100, 'down', '50.0 %'],
  [100.01, 100, 'same', '0 %'],
  [99.99, 100, 'same', '0 %'],
  [1000, 10, 'up', '9,900 %'],
  [0, 10, 'down', '100 %'],
] as const)('%s after %s', (value, before, direction, percent) => {
  expect(changeOf(value, before)).toEqual({ direction, percent });
});

test('has no percentage if there was nothing before', () => {
  expect(changeOf(5, 0)).toBeNull();
  expect(changeOf(0, 0)).toBeNull();
});
