import { expect, test } from 'vitest';
import { FLEET_ENERGY } from '../../testing/energy-samples.ts';
import { changeText, otherUnitsText, partText } from './energy-text.ts';

test('a change is in percent of the week before, and nothing without one', () => {
  expect(changeText({ value: 106.1, before: 100 })).toBe('+6.1 %');
  expect(changeText({ value: 50, before: 100 })).toBe('−50.0 %');
  expect(changeText({ value: 1000, before: 10 })).toBe('+9,900 %');
  expect(changeText({ value: 100.01, before: 100 })).toBe('±0 %');
  expect(changeText({ value: 5, before: 0 })).toBeNull();
  expect(changeText(null)).toBeNull();
});

test('a sum over some Entities says over how many', () => {
  expect(partText({ ...FLEET_ENERGY, known: { read: 148, of: 151 } })).toBe(
    'from 148 of 151 Entities',
  );
  expect(partText({ ...FLEET_ENERGY, known: { read: 151, of: 151 } })).toBeNull();
});

test('units that are not added are named, and so is none', () => {
  expect(otherUnitsText({ ...FLEET_ENERGY, otherUnits: ['Wh', ''] })).toBe(
    'without sessions in Wh, no unit',
  );
  expect(otherUnitsText({ ...FLEET_ENERGY, otherUnits: [] })).toBeNull();
});
