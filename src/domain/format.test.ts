import { expect, test } from 'vitest';
import { formatShort, typeLabel } from './format.ts';

test.each([
  [117_700, 'kWh', '117.7 MWh'],
  [9_968.4, 'h', '9,968 h'],
  [12.5, 'kWh', '12.50 kWh'],
  [0, 'kWh', '0.00 kWh'],
  [-25_000_000, 'Wh', '-25.00 MWh'],
  [1_204_000, null, '1,204k'],
  [60, null, '60'],
])('%s %s is short: %s', (value, unit, short) => {
  expect(formatShort(value, unit)).toBe(short);
});

test.each([
  ['VirtualPowerPlant', 'Virtual power plant'],
  ['EV', 'EV'],
  ['ChargePoint', 'Charge point'],
  ['Fleet', 'Fleet'],
])('%s in words: %s', (type, label) => {
  expect(typeLabel(type)).toBe(label);
});
