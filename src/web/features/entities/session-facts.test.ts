import { expect, test } from 'vitest';
import { ChargeSession } from '../../../contract/charge-session.ts';
import { session, uuid } from '../../testing/samples.ts';
import { commonUnit, hasPart, placeOf, rangeGained, startToEnd } from './session-facts.ts';

function withData(data: unknown): ChargeSession {
  return ChargeSession.parse({ id: uuid(1), data });
}

test('a unit is in the header only if all sessions share it', () => {
  expect(commonUnit([session(1), session(2)], 'energy')).toBe('kWh');
  expect(commonUnit([session(1), session(2, { unit: 'MWh' })], 'energy')).toBeNull();
  expect(commonUnit([], 'energy')).toBeNull();
  expect(hasPart([session(1)], 'range')).toBe(false);
});

test('start to end, with units if the header names none, and a dash for missing values', () => {
  const percent = (value: number | null) => ({ unit: '%', value });
  expect(startToEnd(percent(20), percent(80.5), '%')).toBe('20 → 80.5');
  expect(startToEnd(percent(20.000001), null, null)).toBe('20 % → –');
  expect(startToEnd(null, percent(null), '%')).toBe('–');
});

test('a range gain needs the same unit at start and end', () => {
  const range = (start: string, end: string) =>
    withData({ range: { start: { unit: start, value: 10.1 }, end: { unit: end, value: 30.3 } } });
  expect(rangeGained(range('km', 'km'))).toEqual({ unit: 'km', value: 20.2 });
  expect(rangeGained(range('km', 'miles'))).toBeNull();
});

test('a place is a matched label, else the address, else the coordinates', () => {
  const location = { address: 'Quay 1', latitude: 51.92251, longitude: 4.47917 };
  const locationMatches = [{ accuracy: 1, location: { id: uuid(2), label: 'Depot' } }];
  expect(placeOf(withData({ location, locationMatches }))).toBe('Depot');
  expect(placeOf(withData({ location }))).toBe('Quay 1');
  expect(placeOf(withData({ location: { ...location, address: null } }))).toBe('51.9225, 4.4792');
  expect(placeOf(withData({}))).toBeNull();
});
