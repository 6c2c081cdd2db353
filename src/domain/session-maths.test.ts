import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ChargeSession } from '../contract/charge-session.ts';
import { factsOf } from './reports/session-facts.ts';
import {
  addedEnergy,
  energyByUnit,
  energyOverTime,
  exactSum,
  grainFor,
  sessionEnergy,
  stateOfCharge,
} from './session-maths.ts';
import { findingsOfEntity } from './session-findings.ts';

let count = 0;
function session(over: {
  start?: string;
  end?: string;
  total?: Record<string, number | string | null>;
}) {
  count += 1;
  return ChargeSession.parse({
    id: `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`,
    data: {
      start: over.start ?? '2026-03-01T10:00:00Z',
      end: over.end ?? '2026-03-01T11:00:00Z',
      charge: { total: over.total ?? { total: 1, unit: 'kWh' } },
    },
  });
}

describe('adding energy', () => {
  test('does not drift', () => {
    expect(exactSum(Array.from({ length: 1000 }, () => 0.1))).toBe(100);
    expect(exactSum([0.1, 0.2])).toBe(0.3);
  });

  test('is the same in any order', () => {
    const values = fc.array(fc.integer({ min: 0, max: 300_000_000 }), { maxLength: 200 });
    fc.assert(
      fc.property(values, (micros) => {
        const numbers = micros.map((micro) => micro / 1_000_000);
        const expected = micros.reduce((sum, micro) => sum + micro, 0) / 1_000_000;
        expect(exactSum(numbers)).toBe(expected);
        expect(exactSum(numbers.toReversed())).toBe(expected);
      }),
    );
  });

  test('never adds values of different units', () => {
    const sessions = [
      session({ total: { total: 10, unit: 'kWh' } }),
      session({ total: { total: 5000, unit: 'Wh' } }),
      session({ total: { total: 2.5, unit: 'kWh' } }),
      session({ total: { total: null, unit: 'kWh' } }),
    ];
    expect(energyByUnit(sessions)).toEqual([
      { unit: 'kWh', value: 12.5, sessions: 2 },
      { unit: 'Wh', value: 5000, sessions: 1 },
    ]);
  });

  test('a unit is the same with spaces around it, and an empty one is none', () => {
    const units = ['kWh', ' kWh ', '', null];
    expect(energyByUnit(units.map((unit) => session({ total: { total: 1, unit } })))).toEqual([
      { unit: 'kWh', value: 2, sessions: 2 },
      { unit: null, value: 2, sessions: 2 },
    ]);
  });

  test('uses the registers if there is no total', () => {
    const registers = session({ total: { t1: 1.1, t2: 2.2, unit: 'kWh' } }).data?.charge?.total;
    expect(sessionEnergy(registers ?? null)).toBe(3.3);
    expect(sessionEnergy(null)).toBeNull();
  });
});

describe('an energy that is too large', () => {
  const all = [
    session({ total: { total: 7, unit: 'kWh' } }),
    session({ total: { total: 1e300, unit: 'kWh' } }),
    session({ total: { total: -1e305, unit: 'kWh' } }),
    session({ total: { t1: 5, t2: 1e9, unit: 'kWh' } }),
  ];

  test('is in no sum and no bar', () => {
    expect(energyByUnit(all)).toEqual([{ unit: 'kWh', value: 7, sessions: 1 }]);
    const { buckets } = energyOverTime(all, 'kWh', 'UTC');
    expect(buckets.map(({ energy }) => energy)).toEqual([7]);
  });

  test('is flagged, and shown as reported', () => {
    const against = { type: null, capacityKwh: null, nowMs: Infinity };
    const kinds = all.map((each) => [...findingsOfEntity([each], against).values()].flat());
    expect(kinds.map((found) => found.some(({ kind }) => kind === 'out-of-range'))).toEqual([
      false,
      true,
      true,
      true,
    ]);
    expect(sessionEnergy(all[1]?.data?.charge?.total ?? null)).toBe(1e300);
  });

  test('has the same limit as reports and fleet sums', () => {
    const energies = [7, 1e8, 1e8 + 1, 1e300, -1e9];
    const told = [
      ...energies.map((total) => session({ total: { total, unit: 'kWh' } })),
      session({ total: { t1: 5, t2: 1e9, unit: 'kWh' } }),
    ];
    expect(told.map((each) => addedEnergy(each.data?.charge?.total ?? null))).toEqual(
      told.map((each) => {
        const [, [, , energy = null]] = factsOf(each, () => null);
        return energy === null ? null : energy / 1e6;
      }),
    );
  });
});

test('a state of charge must be in %', () => {
  expect(stateOfCharge({ unit: '%', value: 40 })).toBe(40);
  expect(stateOfCharge({ unit: 'kWh', value: 40 })).toBeNull();
  expect(stateOfCharge(null)).toBeNull();
});

describe('energy by register', () => {
  const bucket = (total: object) =>
    energyOverTime([session({ total: { unit: 'kWh', ...total } })], 'kWh', 'UTC').buckets[0];

  test('the registers are stacked if they add up to the total', () => {
    expect(bucket({ t1: 0.1, t2: 0.2, total: 0.3 })?.registers).toEqual({
      t1: 0.1,
      t2: 0.2,
      t3: 0,
      t4: 0,
      other: 0,
    });
  });

  test('energy outside the registers is not distributed over them', () => {
    expect(bucket({ t1: 1, t2: 1, total: 3 })?.registers).toMatchObject({ t1: 0, t2: 0, other: 3 });
    expect(bucket({ total: 3 })?.registers).toMatchObject({ t1: 0, other: 3 });
  });
});

describe('energyOverTime', () => {
  test('puts a session on the date of its start in the zone', () => {
    const late = session({ start: '2026-03-28T23:30:00Z', total: { total: 4, unit: 'kWh' } });
    expect(energyOverTime([late], 'kWh', 'UTC').buckets[0]?.date).toBe('2026-03-28');
    expect(energyOverTime([late], 'kWh', 'Europe/Zurich').buckets[0]?.date).toBe('2026-03-29');
  });

  test('keeps days without sessions as gaps of zero', () => {
    const sessions = [
      session({ start: '2026-03-01T10:00:00Z' }),
      session({ start: '2026-03-04T10:00:00Z' }),
    ];
    const { buckets } = energyOverTime(sessions, 'kWh', 'UTC');
    expect(buckets.map((bucket) => bucket.sessions)).toEqual([1, 0, 0, 1]);
  });

  test('the buckets add up to the total, for every grain and zone', () => {
    const starts = fc.array(
      fc.record({
        day: fc.integer({ min: 0, max: 500 }),
        minute: fc.integer({ min: 0, max: 1439 }),
        energy: fc.integer({ min: 0, max: 99_999_999 }),
      }),
      { minLength: 1, maxLength: 60 },
    );
    const grains = fc.constantFrom('day', 'week', 'month');
    const zones = fc.constantFrom('UTC', 'Europe/Zurich', 'America/New_York');
    fc.assert(
      fc.property(starts, grains, zones, (rows, grain, zone) => {
        const sessions = rows.map((row) =>
          session({
            start: new Date(Date.UTC(2025, 0, 1 + row.day, 0, row.minute)).toISOString(),
            total: { total: row.energy / 1_000_000, unit: 'kWh' },
          }),
        );
        const { buckets } = energyOverTime(sessions, 'kWh', zone, grain);
        expect(exactSum(buckets.map((bucket) => bucket.energy))).toBe(
          energyByUnit(sessions)[0]?.value,
        );
        expect(buckets.reduce((sum, bucket) => sum + bucket.sessions, 0)).toBe(sessions.length);
      }),
      { numRuns: 40 },
    );
  });

  test('long periods are drawn in weeks, then months', () => {
    expect([grainFor(30), grainFor(448), grainFor(2000)]).toEqual(['day', 'week', 'month']);
  });

  test('no sessions, no buckets', () => {
    expect(energyOverTime([], 'kWh', 'UTC').buckets).toEqual([]);
  });
});
