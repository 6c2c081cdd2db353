import { expect, test } from 'vitest';
import { averagePowerW } from './average-power.ts';

const HOUR = 3_600_000;

test.each<[string, string | null, number, string | null]>([
  ['22', 'kWh', 2 * HOUR, '11000'],
  ['22000', 'Wh', 2 * HOUR, '11000'],
  ['0.022', 'MWh', 2 * HOUR, '11000'],
  // A third of a kWh in an hour, and two: to the milliwatt, halves up.
  ['1', 'kWh', 3 * HOUR, '333.333'],
  ['2', 'kWh', 3 * HOUR, '666.667'],
  ['0.000001', 'Wh', 2 * HOUR, '0'],
  ['-1', 'kWh', 3 * HOUR, '-333.333'],
  ['60441.935575', 'kWh', 1, '217590968070000'],
  ['22', 'therm', HOUR, null],
  ['22', null, HOUR, null],
  ['22', 'kWh', 0, null],
])('%s %s in %d ms', (energy, unit, durationMs, expected) => {
  expect(averagePowerW({ energy, unit, durationMs })).toBe(expected);
});
