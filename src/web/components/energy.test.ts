import { expect, test } from 'vitest';
import { FLEET_ENERGY } from '../testing/energy-samples.ts';
import { changeText, otherUnitsText, partText, changeOf } from './energy-tile.tsx';
import { knownOfText, noPlansText } from './known-of.ts';

const week = (value: number, before: number, days = 7) => ({
  value: 0,
  complete: { days, value, before },
});

test('a change is in percent of the week before, and empty without one', () => {
  expect(changeText(week(106.1, 100))).toBe('+6.1 % on the week before');
  expect(changeText(week(50, 100))).toBe('−50.0 % on the week before');
  expect(changeText(week(1000, 10))).toBe('+9,900 % on the week before');
  expect(changeText(week(100.01, 100))).toBe('±0 % on the week before');
  expect(changeText(week(5, 0))).toBe('none the week before');
});

test('a change compares only complete days, and says so', () => {
  expect(changeText(week(110, 100, 6))).toBe('+10.0 % on the week before, over 6 complete days');
  expect(changeText(week(110, 100, 1))).toBe('+10.0 % on the week before, over 1 complete day');
  expect(changeText(week(0, 0, 0))).toBe('no day is complete yet');
});

test('a sum over some Entities gives their number', () => {
  const text = (read: number, partly: number) =>
    partText({ ...FLEET_ENERGY, known: { read, partly, of: 151 } });
  expect(text(148, 0)).toBe('from 148 of 151 Entities');
  expect(text(0, 1)).toBe('from 1 of 151 Entities, 1 of them in part');
  expect(text(149, 2)).toBe('2 of 151 Entities known in part');
  expect(text(151, 0)).toBeNull();
});

test('units that are not added are named, including a missing one', () => {
  expect(otherUnitsText({ ...FLEET_ENERGY, otherUnits: ['Wh', ''] })).toBe(
    'without sessions in Wh, no unit',
  );
  expect(otherUnitsText({ ...FLEET_ENERGY, otherUnits: [] })).toBeNull();
});

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

test('a partial read gives the number of Entities', () => {
  expect(knownOfText({ known: 1200, of: 1510 })).toBe('from 1,200 of 1,510 Entities');
  expect(knownOfText({ known: 3, of: 3 })).toBeNull();
});

test('says nothing is planned only for Entities whose Commands were read', () => {
  expect(noPlansText({ known: 3, of: 3 })).toBe('nothing is planned');
  expect(noPlansText({ known: 1, of: 3 })).toBe('nothing is planned, from 1 of 3 Entities');
  expect(noPlansText({ known: 0, of: 3 })).toBe('plans of other systems were not read yet');
  expect(noPlansText({ known: 0, of: 0 })).toBe('nothing is planned');
  expect(noPlansText(null)).toBe('plans of other systems are being counted');
});
