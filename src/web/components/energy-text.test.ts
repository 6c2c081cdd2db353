import { expect, test } from 'vitest';
import { FLEET_ENERGY } from '../testing/energy-samples.ts';
import { changeText, otherUnitsText, partText } from './energy-text.ts';

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
