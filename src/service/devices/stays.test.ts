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

test('an EV stays overnight with the same battery each time, and is away on some days', () => {
  for (const entity of entities.filter(({ type }) => type === 'EV')) {
    const stays = dates.flatMap((date) => staysFrom(1, entity, date));
    expect(stays.length).toBeLessThan(14);
    expect(new Set(stays.map(({ capacity, powerKw }) => `${capacity} ${powerKw}`)).size).toBe(1);
    expect(stays.every(({ capacity }) => capacity === 68)).toBe(true);
  }
});

test('the stay at an instant is the one around it, even after midnight', () => {
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
