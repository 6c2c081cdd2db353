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
/** A session with an energy in kWh, or with other parts of its total. */
function session(
  of: number | Record<string, number | string | null>,
  start = '2026-03-01T10:00:00Z',
) {
  count += 1;
  const total = { unit: 'kWh', ...(typeof of === 'number' ? { total: of } : of) };
  return ChargeSession.parse({
    id: `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`,
    data: { start, end: '2026-03-01T11:00:00Z', charge: { total } },
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
    const inWh = session({ total: 5000, unit: 'Wh' });
    const told = [session(10), inWh, session(2.5), session({ total: null })];
    const whole = { unit: 'Wh', value: 5000, sessions: 1 };
    expect(energyByUnit(told)).toEqual([{ unit: 'kWh', value: 12.5, sessions: 2 }, whole]);
  });

  test('a unit is the same with spaces around it, and an empty one is none', () => {
    const units = ['kWh', ' kWh ', '', null];
    expect(energyByUnit(units.map((unit) => session({ total: 1, unit })))).toEqual([
      { unit: 'kWh', value: 2, sessions: 2 },
      { unit: null, value: 2, sessions: 2 },
    ]);
  });

  test('uses the registers if there is no total', () => {
    const registers = session({ t1: 1.1, t2: 2.2 }).data?.charge?.total;
    expect(sessionEnergy(registers ?? null)).toBe(3.3);
    expect(sessionEnergy(null)).toBeNull();
  });
});

describe('an energy that is too large', () => {
  const all = [7, 1e300, -1e305, { t1: 5, t2: 1e9 }].map((total) => session(total));

  test('is in no sum and no bar', () => {
    expect(energyByUnit(all)).toEqual([{ unit: 'kWh', value: 7, sessions: 1 }]);
    const { buckets } = energyOverTime(all, 'kWh', 'UTC');
    expect(buckets.map(({ energy }) => energy)).toEqual([7]);
  });

  test('is flagged, and shown as reported', () => {
    const against = { type: null, capacityKwh: null, nowMs: Infinity };
    const flagged = all.filter((each) => {
      const found = [...findingsOfEntity([each], against).values()].flat();
      return found.some(({ kind }) => kind === 'out-of-range');
    });
    expect(flagged).toEqual(all.slice(1));
    expect(sessionEnergy(all[1]?.data?.charge?.total ?? null)).toBe(1e300);
  });

  test('has the same limit as reports and fleet sums', () => {
    for (const energy of [7, 1e8, 1e8 + 1, 1e300, -1e9, { t1: 5, t2: 1e9 }]) {
      const told = session(energy);
      const [, [, , micros = null]] = factsOf(told, () => null);
      const added = addedEnergy(told.data?.charge?.total ?? null);
      expect([energy, added]).toEqual([energy, micros === null ? null : micros / 1e6]);
    }
  });
});

test('a state of charge must be in %', () => {
  expect(stateOfCharge({ unit: '%', value: 40 })).toBe(40);
  expect(stateOfCharge({ unit: 'kWh', value: 40 })).toBeNull();
  expect(stateOfCharge(null)).toBeNull();
});

describe('energy by register', () => {
  const none = { t1: 0, t2: 0, t3: 0, t4: 0, other: 0 };
  test.each([
    ['stacked if they add up to it', { t1: 0.1, t2: 0.2, total: 0.3 }, { t1: 0.1, t2: 0.2 }],
    ['not given what is outside of them', { t1: 1, t2: 1, total: 3 }, { other: 3 }],
    ['empty without any', { total: 3 }, { other: 3 }],
  ])('of a total the registers are %s', (_name, total, registers) => {
    const [bucket] = energyOverTime([session(total)], 'kWh', 'UTC').buckets;
    expect(bucket?.registers).toEqual({ ...none, ...registers });
  });
});

describe('energyOverTime', () => {
  test('puts a session on the date of its start in the zone', () => {
    const late = session(4, '2026-03-28T23:30:00Z');
    expect(energyOverTime([late], 'kWh', 'UTC').buckets[0]?.date).toBe('2026-03-28');
    expect(energyOverTime([late], 'kWh', 'Europe/Zurich').buckets[0]?.date).toBe('2026-03-29');
  });

  test('keeps days without sessions as gaps of zero', () => {
    const sessions = [1, 4].map((day) => session(1, `2026-03-0${day}T10:00:00Z`));
    const { buckets } = energyOverTime(sessions, 'kWh', 'UTC');
    expect(buckets.map((bucket) => bucket.sessions)).toEqual([1, 0, 0, 1]);
  });

  test('the buckets add up to the total, for every grain and zone', () => {
    const row = fc.tuple(fc.nat(500), fc.nat(1439), fc.nat(99_999_999));
    const starts = fc.array(row, { minLength: 1, maxLength: 60 });
    const grains = fc.constantFrom('day', 'week', 'month');
    const zones = fc.constantFrom('UTC', 'Europe/Zurich', 'America/New_York');
    fc.assert(
      fc.property(starts, grains, zones, (rows, grain, zone) => {
        const sessions = rows.map(([day, minute, micros]) =>
          session(micros / 1e6, new Date(Date.UTC(2025, 0, 1 + day, 0, minute)).toISOString()),
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
