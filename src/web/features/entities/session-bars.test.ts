import { expect, test } from 'vitest';
import { ChargeSession } from '../../../contract/charge-session.ts';
import { session, uuid } from '../../testing/samples.ts';
import { MAX_BARS, chargeBars, powerBars } from './session-bars.ts';

test('few sessions are drawn individually, oldest first', () => {
  const newestFirst = [3, 2, 1].map((day) => session(day, { start: `2026-02-0${day}T10:00:00Z` }));
  const { per, bars, total } = chargeBars(newestFirst, 'UTC', 'day');
  expect([per, total]).toEqual(['session', 3]);
  expect(bars.map(({ start }) => start.slice(0, 10))).toEqual([
    '2026-02-01',
    '2026-02-02',
    '2026-02-03',
  ]);
  expect(bars[0]?.span).toEqual([20, 80]);
});

test('many sessions are drawn as means, and none is left out', () => {
  const day = (at: number) => new Date(Date.UTC(2020, 0, 1 + at)).toISOString();
  const count = MAX_BARS + 5;
  const newestFirst = Array.from({ length: count }, (_, at) =>
    session(at, { start: day(at === 0 ? 300 : count - at) }),
  );
  const { per, bars, total } = chargeBars(newestFirst, 'UTC', 'month');
  expect([per, total]).toEqual(['month', count]);
  expect(bars[0]).toEqual({ start: '2020-01-01', span: [20, 80] });
  expect(bars).toHaveLength(10);
  expect(bars[8]).toEqual({ start: '2020-09-01', span: null });
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
  expect(bars.map(({ span }) => span)).toEqual([
    [0, 11],
    [0, 22],
  ]);
  expect([unit, otherUnits]).toEqual(['kW', ['W']]);
});
