import { expect, test } from 'vitest';
import { isUnusualCapacity, readCapacity } from './capacity-value.ts';

test.each([
  ['68', 68],
  [' 13.5 ', 13.5],
  ['57,5', 57.5],
  ['1.250,75', 1250.75],
  ['57,5 kwh', 57.5],
  ['0.000001', 0.000001],
])('%s is a capacity', (text, value) => {
  expect(readCapacity(text, 'kWh')).toEqual({ value, problem: null });
});

test.each([
  ['', 'Enter the capacity in kWh.'],
  ['57.500', 'This can mean 57.5 or 57,500. Write 57.5 or 57500.'],
  ['57,500 kWh', 'This can mean 57.5 or 57,500. Write 57.5 or 57500.'],
  ['57.5 Ah', 'Enter a number above 0, such as 68 or 13.5, in kWh.'],
  ['0', 'The capacity must be above 0.'],
  ['-4', 'Enter a number above 0, such as 68 or 13.5, in kWh.'],
  ['1e3', 'Enter a number above 0, such as 68 or 13.5, in kWh.'],
  ['NaN', 'Enter a number above 0, such as 68 or 13.5, in kWh.'],
  ['68000000', '68000000 kWh is more than any battery has. Check the unit.'],
])('%s is refused with a message', (text, problem) => {
  expect(readCapacity(text, 'kWh')).toEqual({ value: null, problem });
});

test.each([
  [8100, 81, 'EV', 1, true],
  [30, 81, 'EV', 1, true],
  [100, 81, 'EV', 1, false],
  [8100, null, 'EV', 1, true],
  [75, null, 'EV', 1, false],
  [8100, null, 'Battery', 1, false],
  [75, null, 'EV', null, false],
  [75_000, null, 'EV', 0.001, false],
  [8100, 0, 'EV', 1, true],
] as const)(
  '%d after %s of a %s is asked about: %s kWh each, %s',
  (value, before, type, kwh, asked) => {
    expect(isUnusualCapacity(value, before, type, kwh)).toBe(asked);
  },
);
