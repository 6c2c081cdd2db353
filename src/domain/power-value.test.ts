import { expect, test } from 'vitest';
import { readPower, wattsLabel } from './power-value.ts';

test.each([
  ['40', 'W', '40'],
  [' 040.50 ', 'W', '40.50'],
  ['4,2', 'kW', '4200'],
  ['1.250,75', 'kW', '1250750'],
  ['4,2 kW', 'kW', '4200'],
  ['1’250 w', 'W', '1250'],
  ['4.2', 'kW', '4200'],
  ['0.0005', 'kW', '0.5'],
  ['0', 'kW', '0'],
  ['0.1', 'MW', '100000'],
  ['10000.000000', 'MW', '10000000000'],
  ['1.23456789', 'MW', '1234567.89'],
  ['9007199254.740993', 'kW', '9007199254740.993'],
] as const)('%s %s is %s W, to the last digit', (text, unit, watts) => {
  expect(readPower(text, unit)).toEqual({ watts, problem: null });
});

test.each([
  ['4.200', 'W', 'This can mean 4.2 or 4,200. Write 4.2 or 4200.'],
  ['4.200 W', 'W', 'This can mean 4.2 or 4,200. Write 4.2 or 4200.'],
  ['5,000', 'kW', 'This can mean 5 or 5,000. Write 5 or 5000.'],
  ['4.2 kW', 'W', 'This says kW, but the unit is set to W.'],
] as const)('%s with the unit %s is refused', (text, unit, problem) => {
  expect(readPower(text, unit)).toEqual({ watts: null, problem });
});

test.each(['', 'lots', '1.25.000', '-1', '1e3', '.5', '5 GW'])(
  '%j is unchanged, to be refused',
  (text) => {
    expect(readPower(text, 'kW')).toEqual({ watts: text, problem: null });
  },
);

test('a number of W is shown with separators, other text without a unit of ours', () => {
  expect(wattsLabel('1234567.89')).toBe('1,234,567.89 W');
  expect(wattsLabel('5.000')).toBe('5 W');
  expect(wattsLabel('1.250')).toBe('1.25 W');
  expect(wattsLabel('5000')).toBe('5,000 W');
  expect(wattsLabel('40')).toBe('40 W');
  expect(wattsLabel('4,2 GW')).toBe('4,2 GW');
});
