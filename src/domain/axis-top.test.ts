import { expect, test } from 'vitest';
import { axisTop } from './axis-top.ts';

test.each([
  ['one bar flattens the others', [20, 48_213.7, 30, 25], 38],
  ['two bars, one of them huge', [1000, 10], 13],
  ['one in ten may be cut', [...Array.from({ length: 12 }, () => 12), 48_213.7, 48_260], 15],
  ['but not more', [...Array.from({ length: 12 }, () => 12), 900, 800, 700], null],
  ['usual differences', [20, 90, 30], null],
  ['one bar', [48_213.7], null],
  ['bars below zero', [-5, -900, 10, 12], null],
  ['none', [], null],
])('%s', (_, bars, top) => {
  expect(axisTop(bars)).toBe(top);
});
