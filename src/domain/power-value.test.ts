import { expect, test } from 'vitest';
import { wattsText, wattsLabel } from './power-value.ts';

test.each([
  ['40', 'W', '40'],
  [' 040.50 ', 'W', '040.50'],
  ['4.2', 'kW', '4200'],
  ['0.0005', 'kW', '0.5'],
  ['0', 'kW', '0'],
  ['0.1', 'MW', '100000'],
  ['10000.000000', 'MW', '10000000000'],
  ['1.23456789', 'MW', '1234567.89'],
  ['9007199254.740993', 'kW', '9007199254740.993'],
] as const)('%s %s is %s W, to the last digit', (text, unit, watts) => {
  expect(wattsText(text, unit)).toBe(watts);
});

test.each(['', 'lots', '1,5', '-1', '1e3', '.5'])('%j is unchanged, to be refused', (text) => {
  expect(wattsText(text, 'kW')).toBe(text);
});

test('a number of W is shown with separators', () => {
  expect(wattsLabel('1234567.89')).toBe('1,234,567.89 W');
  expect(wattsLabel('5.000')).toBe('5 W');
  expect(wattsLabel('1.250')).toBe('1.25 W');
  expect(wattsLabel('5000')).toBe('5,000 W');
  expect(wattsLabel('40')).toBe('40 W');
});
