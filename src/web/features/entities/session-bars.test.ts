import { expect, test } from 'vitest';
import { ChargeSession } from '../../../contract/charge-session.ts';
import { session, uuid } from '../../testing/samples.ts';
import { chargeBars, powerBars } from './session-bars.ts';

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
