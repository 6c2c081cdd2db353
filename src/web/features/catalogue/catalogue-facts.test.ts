import { expect, test } from 'vitest';
import { countOf, matchingTypes, notOffered } from './catalogue-facts.ts';

const TYPES = [
  { type: 'Inverter', brands: ['SMA', 'Huawei'] },
  { type: 'Battery', brands: ['Huawei', 'BYD'] },
  { type: 'Meter', brands: null },
];

test('without a query: all types by name, with their brands', () => {
  expect(matchingTypes(TYPES, ' ')).toEqual([
    { type: 'Battery', brands: ['BYD', 'Huawei'] },
    { type: 'Inverter', brands: ['Huawei', 'SMA'] },
    { type: 'Meter', brands: [] },
  ]);
});

test('a brand finds the types that have it; a type keeps all its brands', () => {
  expect(matchingTypes(TYPES, 'hua')).toEqual([
    { type: 'Battery', brands: ['Huawei'] },
    { type: 'Inverter', brands: ['Huawei'] },
  ]);
  expect(matchingTypes(TYPES, 'INV')).toEqual([{ type: 'Inverter', brands: ['Huawei', 'SMA'] }]);
  expect(matchingTypes(TYPES, 'battery hua')).toEqual([{ type: 'Battery', brands: ['Huawei'] }]);
  expect(matchingTypes(TYPES, 'nothing')).toEqual([]);
});

test('not counted differs from zero', () => {
  expect(countOf(undefined, 'BYD')).toBeNull();
  expect(countOf([{ value: 'BYD', count: 3 }], 'BYD')).toBe(3);
  expect(countOf([], 'BYD')).toBe(0);
});

test('lists what our directory has and the catalogue lacks, without missing values', () => {
  const values = [
    { value: 'Windmill', count: 2 },
    { value: 'Battery', count: 9 },
    { value: '~none', count: 4 },
  ];
  expect(notOffered(values, ['Battery'])).toEqual([{ value: 'Windmill', count: 2 }]);
});
