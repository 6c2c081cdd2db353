import { afterEach, expect, test } from 'vitest';
import { keepChange, keptChange, readCapacity } from './capacity-value.ts';

afterEach(() => sessionStorage.clear());

test.each([
  ['68', 68],
  [' 13.5 ', 13.5],
  ['0.000001', 0.000001],
])('%s is a capacity', (text, value) => {
  expect(readCapacity(text, 'kWh')).toEqual({ value, problem: null });
});

test.each([
  ['', 'Enter the capacity in kWh.'],
  ['13,5', 'Use a point for decimals, and no marks for thousands.'],
  ['0', 'The capacity has to be above 0.'],
  ['-4', 'Enter a number above 0, such as 68 or 13.5, in kWh.'],
  ['1e3', 'Enter a number above 0, such as 68 or 13.5, in kWh.'],
  ['NaN', 'Enter a number above 0, such as 68 or 13.5, in kWh.'],
  ['68000000', '68000000 kWh is more than any battery has. Check the unit.'],
])('%s is refused in words', (text, problem) => {
  expect(readCapacity(text, 'kWh')).toEqual({ value: null, problem });
});

test('a change is kept for its own entity, and what cannot be read counts as none', () => {
  keepChange('a', { before: 50, set: 68 });
  expect(keptChange('a')).toEqual({ before: 50, set: 68 });
  expect(keptChange('b')).toBeNull();
  sessionStorage.setItem('gridhelm-capacity-a', '{"before":"x"}');
  expect(keptChange('a')).toBeNull();
  keepChange('a', null);
  expect(sessionStorage.length).toBe(0);
});
