import { expect, test } from 'vitest';
import { ChargeSession } from '../../../contract/charge-session.ts';
import { findingsOfEntity } from '../../../domain/session-findings.ts';
import { session, uuid } from '../../testing/samples.ts';
import { chargeBars, powerBars } from './session-bars.ts';
import { sessionsCsv } from './session-columns.tsx';
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

const NEVER = Number.POSITIVE_INFINITY;

function lines(sessions: ChargeSession[]): string[] {
  const against = { type: null, capacityKwh: null, nowMs: NEVER };
  const found = findingsOfEntity(sessions, against);
  const text = sessionsCsv(sessions, {
    exceptions: found,
    provisionalFrom: NEVER,
    zone: 'Europe/Zurich',
  });
  return text.trimEnd().split('\r\n');
}

test('a line per session in the order of the table, times with offset, units in their own columns', () => {
  const [head, first, second, ...rest] = lines([session(2, { unit: 'MWh' }), session(1)]);
  expect(head).toContain('Start,End,Duration in s,Energy,t1,t2,t3,t4,Energy unit');
  expect(first).toContain('2026-02-01T11:00:00+01:00,2026-02-01T12:00:00+01:00,3600,10.5,,,,,MWh');
  expect(second).toContain(',kWh,');
  expect(first?.split(',')).toHaveLength(head?.split(',').length ?? 0);
  expect(rest).toEqual([]);
});

test('the file has the flags shown on screen', () => {
  const [, line] = lines([session(1, { energy: 0 })]);
  expect(line).toContain('No energy was charged');
});

test('a text that a spreadsheet would execute is quoted, a negative number is not', () => {
  const evil = ChargeSession.parse({
    id: uuid(1),
    data: {
      location: { address: '=HYPERLINK("http://x")' },
      range: { start: { unit: 'km', value: 10 }, end: { unit: 'km', value: 4 } },
    },
  });
  const [, line] = lines([evil]);
  expect(line).toContain(`"'=HYPERLINK(""http://x"")"`);
  expect(line).toContain(',-6,km,');
});

test('sessions are drawn as the mean of each day, week or month, and none is left out', () => {
  const at = (month: number, hour: number) =>
    session(month * 24 + hour, { start: new Date(Date.UTC(2020, month, 5, hour)).toISOString() });
  const { per, bars, total } = chargeBars([at(2, 7), at(0, 9), at(0, 8)], 'UTC', 'month');
  expect([per, total]).toEqual(['month', 3]);
  expect(bars).toEqual([
    { start: '2020-01-01', span: [20, 80] },
    { start: '2020-02-01', span: null },
    { start: '2020-03-01', span: [20, 80] },
  ]);
});

test('average power is drawn from zero, in the unit of most sessions', () => {
  const averagePower = (value: number, unit: string) => ({ averagePower: { value, unit } });
  const sessions = [averagePower(11, 'kW'), averagePower(7000, 'W'), averagePower(22, 'kW')].map(
    (charge, at) =>
      ChargeSession.parse({
        id: uuid(at),
        data: { start: `2026-02-0${at + 1}T10:00:00Z`, charge },
      }),
  );
  const { bars, unit, otherUnits } = powerBars(sessions, 'UTC', 'day');
  expect(bars.map(({ span }) => span)).toEqual([[0, 11], null, [0, 22]]);
  expect([unit, otherUnits]).toEqual(['kW', ['W']]);
});
