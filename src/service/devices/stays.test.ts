import { expect, test } from 'vitest';
import { addDays } from '../../domain/time.ts';
import { stayAt, staysFrom } from './stays.ts';

const entities = [
  ...Array.from({ length: 20 }, (_, at) => ({
    id: `ev ${at}`,
    type: 'EV',
    brand: 'Ford',
    batteryCapacity: 68,
  })),
  ...['Alpitronic', 'Easee', 'ABB'].map((brand) => ({
    id: brand,
    type: 'ChargePoint',
    brand,
    batteryCapacity: null,
  })),
];
const dates = Array.from({ length: 14 }, (_, at) => addDays('2026-03-02', at));

test('vehicles come and go one after the other, the same way for the same seed', () => {
  for (const entity of entities) {
    const stays = dates.flatMap((date) => staysFrom(1, entity, date));
    expect(stays.length).toBeGreaterThan(3);
    for (const [at, stay] of stays.entries()) {
      expect(stay.leaveMs).toBeGreaterThan(stay.plugInMs);
      expect(stay.plugInMs).toBeGreaterThanOrEqual(stays[at - 1]?.leaveMs ?? 0);
    }
    expect(dates.flatMap((date) => staysFrom(1, entity, date))).toEqual(stays);
    expect(dates.flatMap((date) => staysFrom(2, entity, date))).not.toEqual(stays);
  }
});

test('an EV leaves once a day for at most 95 minutes, and has the same battery each time', () => {
  for (const entity of entities.filter(({ type }) => type === 'EV')) {
    const stays = dates.flatMap((date) => staysFrom(1, entity, date));
    expect(stays).toHaveLength(dates.length);
    for (const [at, stay] of stays.slice(1).entries()) {
      const away = stay.plugInMs - (stays[at]?.leaveMs ?? 0);
      expect(away).toBeGreaterThanOrEqual(30 * 60_000);
      expect(away).toBeLessThanOrEqual(95 * 60_000);
    }
    expect(new Set(stays.map(({ capacity, powerKw }) => `${capacity} ${powerKw}`)).size).toBe(1);
    expect(stays.every(({ capacity }) => capacity === 68)).toBe(true);
  }
});

test('at every hour of a week most are plugged in, and sometimes one is not', () => {
  const begin = Date.parse('2026-03-02T00:00:00Z');
  const shares = Array.from({ length: 7 * 24 }, (_, hour) => {
    const plugged = entities.filter((entity) => stayAt(1, entity, begin + hour * 3_600_000));
    return plugged.length / entities.length;
  });
  expect(Math.min(...shares)).toBeGreaterThan(0.7);
  expect(shares.some((share) => share < 1)).toBe(true);
  expect(shares.reduce((sum, share) => sum + share, 0) / shares.length).toBeGreaterThan(0.92);
});

test('finds the stay that contains an instant, even after midnight', () => {
  for (const entity of entities) {
    const [stay] = dates.flatMap((date) => staysFrom(1, entity, date));
    expect(stayAt(1, entity, stay?.plugInMs ?? 0)).toEqual(stay);
    expect(stayAt(1, entity, (stay?.leaveMs ?? 0) - 1)).toEqual(stay);
    expect(stayAt(1, entity, stay?.leaveMs ?? 0)).not.toEqual(stay);
    expect(stayAt(1, entity, (stay?.plugInMs ?? 0) - 1)).not.toEqual(stay);
  }
});

test('other types are never plugged in', () => {
  const battery = { id: 'b', type: 'Battery', brand: 'BYD', batteryCapacity: 10 };
  expect(dates.flatMap((date) => staysFrom(1, battery, date))).toEqual([]);
});
