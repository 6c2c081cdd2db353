import { expect, test } from 'vitest';
import { batteryAt } from './battery.ts';

const START = Date.parse('2026-03-10T00:00:00Z');
const MINUTE = 60_000;
const battery = { id: 'home', batteryCapacity: 10 };

test('a battery stays between its reserve and full, fills by day and empties in the evening', () => {
  const week = Array.from({ length: 7 * 1440 }, (_, minute) =>
    batteryAt(1, battery, START + minute * MINUTE),
  );
  expect(Math.min(...week.map(({ soc }) => soc))).toBeGreaterThanOrEqual(10);
  expect(Math.max(...week.map(({ soc }) => soc))).toBeLessThanOrEqual(100);
  expect(week[11 * 60]?.powerKw).toBeGreaterThan(0);
  expect(week[20 * 60]?.powerKw).toBeLessThan(0);
  expect(week[3 * 60]?.powerKw).toBe(0);
});

test('its charge is the integral of its power, even across midnight', () => {
  for (let minute = 0; minute < 3 * 1440; minute += 1) {
    const before = batteryAt(1, battery, START + minute * MINUTE);
    const after = batteryAt(1, battery, START + (minute + 1) * MINUTE);
    expect(((after.soc - before.soc) / 100) * 10).toBeCloseTo(before.powerKw / 60, 6);
  }
});
