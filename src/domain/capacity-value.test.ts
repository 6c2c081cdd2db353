import { expect, test } from 'vitest';
import { readCapacity } from './capacity-value.ts';

test.each([
  ['68', 68],
  [' 13.5 ', 13.5],
  ['0.000001', 0.000001],
])('%s is a capacity', (text, value) => {
  expect(readCapacity(text, 'kWh')).toEqual({ value, problem: null });
});

test.each([
  ['', 'Enter the capacity in kWh.'],
  ['13,5', 'Use a point for decimals, and no thousands separators.'],
  ['0', 'The capacity must be above 0.'],
  ['-4', 'Enter a number above 0, such as 68 or 13.5, in kWh.'],
  ['1e3', 'Enter a number above 0, such as 68 or 13.5, in kWh.'],
  ['NaN', 'Enter a number above 0, such as 68 or 13.5, in kWh.'],
  ['68000000', '68000000 kWh is more than any battery has. Check the unit.'],
])('%s is refused with a message', (text, problem) => {
  expect(readCapacity(text, 'kWh')).toEqual({ value: null, problem });
});
