import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { GROUPINGS } from '../../contract/console/choices.ts';
import { BOUNDARIES, type Boundary } from '../../contract/console/report-definition.ts';
import type { TariffContent } from '../../contract/console/report-tariff.ts';
import type { Span } from '../instant.ts';
import { spanOfDates } from '../time.ts';
import { divideRounded } from './rounding.ts';
import { sumGroups, type Grouped } from './groups.ts';
import { pricingOf } from './pricing.ts';
import type { ReportSession } from './report-session.ts';
import { isTooLong, sliceSession, type Slicing } from './slices.ts';
import { dateOfDay, zoneCalendar } from './zone-calendar.ts';

/** The long form: SLICES_TIMES=20 times as many lists of sessions. */
const TIMES = Number(process.env['SLICES_TIMES'] ?? 1);

// Hundreds of sessions for each test, on busy machines.
vi.setConfig({ testTimeout: 30_000 * TIMES, hookTimeout: 30_000 });

const ZONES = ['UTC', 'Europe/Zurich', 'America/Sao_Paulo', 'Australia/Lord_Howe'];
const HOUR = 3_600_000;
/** Covers both clock changes in every one of the zones. */
const FROM = Date.UTC(2018, 8, 1);
const TO = Date.UTC(2019, 5, 1);

const TARIFF: TariffContent = {
  name: 'Day and night',
  currency: 'CHF',
  zone: 'Europe/Zurich',
  validities: [
    {
      validFrom: '2018-09-10',
      validTo: '2018-12-31',
      rate: { kind: 'flat', price: '0.271828' },
    },
    {
      validFrom: '2019-01-01',
      validTo: null,
      rate: {
        kind: 'time-of-use',
        bands: [
          {
            name: 'peak',
            price: '0.35',
            weekdays: [1, 2, 3, 4, 5],
            from: '06:30',
            to: '20:00',
          },
          {
            name: 'night',
            price: '0.123457',
            weekdays: null,
            from: '22:00',
            to: '06:00',
          },
        ],
        otherwise: '0.2',
      },
    },
  ],
};

const NO_PLACE = { locationId: null, label: null, accuracy: null, address: null };

function aSession(more: Partial<ReportSession>): ReportSession {
  return {
    id: 's',
    startMs: null,
    endMs: null,
    unit: 'kWh',
    energy: null,
    registers: [null, null, null, null],
    powerMw: null,
    socStart: null,
    socEnd: null,
    rangeGain: null,
    place: NO_PLACE,
    outOfRange: false,
    unknownUnits: [],
    missing: [],
    ...more,
  };
}

const energy = fc.bigInt({ min: 0n, max: 200_000_000n });
const sessions = fc.record({
  startMs: fc.option(fc.integer({ min: FROM, max: TO }), { freq: 20 }),
  lengthMs: fc.option(fc.integer({ min: -2 * HOUR, max: 60 * HOUR }), { freq: 20 }),
  unit: fc.constantFrom('kWh', 'kWh', 'Wh', 'therm', null),
  energy: fc.option(energy, { freq: 20 }),
  registers: fc.tuple(fc.option(energy), fc.option(energy), fc.option(energy), fc.option(energy)),
  entity: fc.integer({ min: 0, max: 5 }),
  address: fc.constantFrom('A', 'B', null),
  locationId: fc.constantFrom('l', null),
});

type Made = typeof sessions extends fc.Arbitrary<infer T> ? T : never;

function made({ startMs, lengthMs, address, locationId, ...more }: Made): ReportSession {
  const { unit, energy: micros, registers } = more;
  const endMs = startMs === null || lengthMs === null ? null : startMs + lengthMs;
  const place = { ...NO_PLACE, address, locationId };
  return aSession({ startMs, endMs, place, unit, energy: micros, registers });
}

const COLLECTIVES = [[], ['a'], ['b'], ['b', 'a'], ['a'], ['c', 'a']];

function slicingOf(zone: string, boundary: Boundary, period?: Span): Slicing {
  return {
    calendar: zoneCalendar(zone),
    boundary,
    period: period ?? spanOfDates(zone, '2018-10-15', '2019-04-20'),
    pricing: pricingOf(TARIFF),
  };
}

const ALL_TIME: Span = { startMs: -Infinity, endMs: Infinity };

describe.each(ZONES)('in %s', (zone) => {
  test.each(BOUNDARIES)('by %s, the groups of every grouping add up to the total', (boundary) => {
    fc.assert(
      fc.property(fc.array(sessions, { maxLength: 30 }), (list) => {
        const slicing = slicingOf(zone, boundary);
        const grouped: Grouped[] = list.flatMap((one) => {
          const session = made(one);
          return sliceSession(session, slicing).slices.map((slice) => ({
            entityId: String(one.entity),
            collectives: COLLECTIVES[one.entity] ?? [],
            session,
            slice,
          }));
        });
        for (const unit of ['kWh', 'Wh', 'therm', null]) {
          const own = grouped.filter(({ session }) => session.unit === unit);
          const total = own.reduce((sum, { slice }) => sum + (slice.energy ?? 0n), 0n);
          const cost = own.reduce((sum, { slice }) => sum + (slice.cost ?? 0n), 0n);
          const count = own.filter(({ slice }) => slice.counts).length;
          for (const grouping of GROUPINGS) {
            const sums = sumGroups(grouping, grouped).filter((group) => group.unit === unit);
            const withEnergy = sums.reduce((sum, group) => sum + group.energy, 0n);
            expect(withEnergy).toBe(total);
            // By register only energy is shared out.
            const also = grouping === 'register' ? [0n, 0] : [cost, count];
            expect([
              sums.reduce((sum, group) => sum + group.cost, 0n),
              sums.reduce((sum, group) => sum + group.sessions, 0),
            ]).toEqual(also);
          }
        }
      }),
      { numRuns: 15 * TIMES },
    );
  });

  test('a split session keeps its energy, registers, time and cost to the last digit', () => {
    fc.assert(
      fc.property(sessions, (one) => {
        const session = made(one);
        const whole = sliceSession(session, slicingOf(zone, 'start', ALL_TIME)).slices[0];
        const { slices } = sliceSession(session, slicingOf(zone, 'split', ALL_TIME));
        if (slices.length === 0) return;
        const sum = (of: (slice: (typeof slices)[number]) => bigint | null) =>
          slices.reduce((all, slice) => all + (of(slice) ?? 0n), 0n);
        expect(sum((slice) => slice.energy)).toBe(session.energy ?? 0n);
        session.registers.forEach((register, at) => {
          expect(sum((slice) => slice.registers[at] ?? null)).toBe(register ?? 0n);
        });
        const length = (session.endMs ?? 0) - (session.startMs ?? 0);
        expect(slices.reduce((all, slice) => all + slice.durationMs, 0)).toBe(Math.max(0, length));
        expect(slices.filter(({ counts }) => counts)).toHaveLength(1);
        // Energy is split to a millionth before pricing: at most that much of the highest price per
        // split.
        const off = sum((slice) => slice.cost) - (whole?.cost ?? 0n);
        const most = BigInt(slices.length) + 1n;
        expect(off <= most && off >= -most).toBe(true);
      }),
    );
  });

  test('if the registers of a session add up to its energy, they do in every hour', () => {
    fc.assert(
      fc.property(sessions, fc.integer({ min: FROM, max: TO }), (one, edge) => {
        const session = made(one);
        const all = session.registers.reduce<bigint>((sum, part) => sum + (part ?? 0n), 0n);
        const whole = { ...session, energy: all };
        const own = { ...ALL_TIME, endMs: edge };
        for (const { energy: part, registers } of sliceSession(whole, slicingOf(zone, 'split', own))
          .slices) {
          const known = registers.filter((micros) => micros !== null);
          expect(known.length > 0 ? known.reduce((sum, micros) => sum + micros, 0n) : part).toBe(
            part,
          );
        }
      }),
    );
  });

  test('neighbouring periods share a split session completely', () => {
    fc.assert(
      fc.property(sessions, fc.integer({ min: FROM, max: TO }), (one, edge) => {
        const session = made(one);
        const energyIn = (startMs: number, endMs: number) =>
          sliceSession(session, slicingOf(zone, 'split', { startMs, endMs })).slices.reduce(
            (sum, slice) => sum + (slice.energy ?? 0n),
            0n,
          );
        const known = session.startMs !== null && session.endMs !== null;
        const all = energyIn(-Infinity, edge) + energyIn(edge, Infinity);
        // An edge within an hour splits it in two; the running share decides once, at the same place.
        expect(all).toBe(known ? (session.energy ?? 0n) : 0n);
      }),
    );
  });
});

/** The first date of a period, and the one after its last. */
const DATES = ['2018-10-01', '2019-04-01'] as const;
const ENDLESS = 60 * 24 * HOUR;

/** Sums of sessions within a period. */
function sumsIn(list: readonly ReportSession[], slicing: Slicing) {
  const sums = { energy: 0n, cost: 0n, unpriced: 0n, durationMs: 0, counts: 0 };
  const registers = [0n, 0n, 0n, 0n];
  for (const session of list) {
    for (const slice of sliceSession(session, slicing).slices) {
      sums.energy += slice.energy ?? 0n;
      sums.cost += slice.cost ?? 0n;
      sums.unpriced += slice.unpriced;
      sums.durationMs += slice.durationMs;
      sums.counts += Number(slice.counts);
      slice.registers.forEach((register, at) => {
        registers[at] = (registers[at] ?? 0n) + (register ?? 0n);
      });
    }
  }
  return { ...sums, registers };
}

describe.each([...ZONES, 'America/New_York', 'Asia/Kathmandu'])('in %s, shared out', (zone) => {
  const long = sessions.map((one) => ({
    ...one,
    // Up to 60 days, of which those of more than 31 belong to their start.
    lengthMs: one.lengthMs === null ? null : one.lengthMs * 24,
  }));
  const days = fc.array(fc.integer({ min: 1, max: 181 }), { maxLength: 12 });
  const months = fc.constant([31, 61, 92, 123, 151]);
  const [from, to] = DATES;
  const startOf = (date: string) => spanOfDates(zone, date, date).startMs;
  const whole: Span = { startMs: startOf(from), endMs: startOf(to) };
  const edgeAt = (day: number) =>
    startOf(new Date(Date.parse(`${from}T00:00:00Z`) + day * 24 * HOUR).toISOString().slice(0, 10));

  test.each(BOUNDARIES)(
    'by %s, the parts of a time add up to it, as months to a year',
    (boundary) => {
      fc.assert(
        fc.property(
          fc.array(long, { minLength: 1, maxLength: 12 }),
          fc.oneof(days, months),
          (made60, cuts) => {
            const list = made60.map(made);
            expect(
              list.every(({ startMs, endMs }) => (endMs ?? 0) - (startMs ?? endMs ?? 0) <= ENDLESS),
            ).toBe(true);
            const inner = [...new Set(cuts.map(edgeAt))].toSorted((a, b) => a - b);
            const edges = [whole.startMs, ...inner, whole.endMs];
            const parts = edges.slice(1).map((endMs, at) => {
              const period = { startMs: edges[at] ?? 0, endMs };
              return sumsIn(list, slicingOf(zone, boundary, period));
            });
            const total = sumsIn(list, slicingOf(zone, boundary, whole));
            for (const name of ['energy', 'cost', 'unpriced'] as const) {
              expect(parts.reduce((sum, part) => sum + part[name], 0n)).toBe(total[name]);
            }
            total.registers.forEach((register, at) => {
              expect(parts.reduce((sum, part) => sum + (part.registers[at] ?? 0n), 0n)).toBe(
                register,
              );
            });
            // When split by time, a session across an inner edge counts in both parts.
            const crossings =
              boundary === 'split' ? list.reduce((sum, one) => sum + crossed(one, inner), 0) : 0;
            expect(parts.reduce((sum, part) => sum + part.counts, 0)).toBe(
              total.counts + crossings,
            );
            expect(parts.reduce((sum, part) => sum + part.durationMs, 0)).toBe(total.durationMs);
          },
        ),
        { numRuns: 12 * TIMES },
      );
    },
  );
});

/** How many edges a session crosses when it is split by time. */
function crossed(session: ReportSession, edges: readonly number[]): number {
  const { startMs, endMs } = session;
  if (startMs === null || endMs === null || isTooLong(session)) return 0;
  return edges.filter((edge) => startMs < edge && endMs > edge).length;
}

test('a day with a clock change is split into 23 or 25 hours', () => {
  const hours = (date: string) => {
    const period = spanOfDates('Europe/Zurich', date, date);
    const session = aSession({ ...period, energy: 25_000_001n });
    const slicing = { ...slicingOf('Europe/Zurich', 'split', period), pricing: null };
    const grouped = sliceSession(session, slicing).slices.map((slice) => ({
      entityId: 'e',
      collectives: [],
      session,
      slice,
    }));
    expect(grouped.every(({ slice }) => dateOfDay(slice.place.day) === date)).toBe(true);
    return [sumGroups('hour', grouped), sumGroups('hour-weekday', grouped)] as const;
  };
  const [spring] = hours('2019-03-31');
  expect(spring).toHaveLength(23);
  const [autumn, byClock] = hours('2018-10-28');
  expect(autumn).toHaveLength(25);
  expect(autumn.map(({ durationMs }) => durationMs)).toEqual(
    Array.from({ length: 25 }, () => HOUR),
  );
  expect(byClock).toHaveLength(24);
  expect(byClock.find(({ key }) => key === '7-02')?.durationMs).toBe(2 * HOUR);
  expect(autumn.reduce((sum, { energy: part }) => sum + part, 0n)).toBe(25_000_001n);
});

describe('the boundary rules', () => {
  const period = spanOfDates('UTC', '2019-02-01', '2019-02-28');
  const over = aSession({
    startMs: period.startMs - HOUR,
    endMs: period.startMs + 3 * HOUR,
    energy: 4_000_000n,
  });
  const energyBy = (boundary: Boundary, session = over) =>
    sliceSession(session, { ...slicingOf('UTC', boundary, period), pricing: null });

  test('a session across the edge: none by start, all by end, three of four hours by time', () => {
    expect(energyBy('start')).toEqual({ slices: [], excluded: 'outside-period' });
    expect(energyBy('end').slices.map((slice) => slice.energy)).toEqual([4_000_000n]);
    expect(energyBy('split').slices.map((slice) => slice.energy)).toEqual([
      1_000_000n,
      1_000_000n,
      1_000_000n,
    ]);
  });

  test('a period contains its first instant and not its last', () => {
    const at = (ms: number) => aSession({ startMs: ms, endMs: ms, energy: 1n });
    for (const boundary of BOUNDARIES) {
      expect(energyBy(boundary, at(period.startMs)).slices).toHaveLength(1);
      expect(energyBy(boundary, at(period.endMs)).excluded).toBe('outside-period');
    }
  });

  test('a session without the deciding time is left out with a reason', () => {
    expect(energyBy('start', aSession({ energy: 1n })).excluded).toBe('no-start');
    expect(energyBy('end', aSession({ startMs: period.startMs })).excluded).toBe('no-end');
    expect(energyBy('split', aSession({ startMs: period.startMs })).excluded).toBe('no-end');
    expect(energyBy('start', aSession({ startMs: period.startMs })).excluded).toBeNull();
  });

  test('a session that ends before it starts, or lasts for months, belongs to its start', () => {
    const backwards = aSession({ ...over, startMs: period.startMs + HOUR, endMs: period.startMs });
    const endless = aSession({ ...over, startMs: period.startMs, endMs: Date.UTC(2099, 0, 1) });
    expect(energyBy('split', backwards).slices).toMatchObject([
      { energy: 4_000_000n, durationMs: 0 },
    ]);
    expect(energyBy('split', endless).slices).toMatchObject([{ energy: 4_000_000n }]);
  });
});

describe('the cost', () => {
  const at = (text: string) => Date.parse(text);
  const cost = (more: Partial<ReportSession>, tariff = TARIFF) => {
    const pricing = pricingOf(tariff);
    const slicing = { ...slicingOf('UTC', 'start', ALL_TIME), pricing };
    const [slice] = sliceSession(aSession(more), slicing).slices;
    return [slice?.cost, slice?.unpriced];
  };
  const kwh10 = 10_000_000n;

  test('follows hours and weekdays of the tariff zone', () => {
    // Monday, 18:00 to 22:00 in Zurich: two hours of peak, two at the other price.
    const monday = { startMs: at('2019-02-04T17:00:00Z'), endMs: at('2019-02-04T21:00:00Z') };
    expect(cost({ ...monday, energy: kwh10 })).toEqual([5n * 350_000n + 5n * 200_000n, 0n]);
    // Sunday at the same time: no peak.
    const sunday = { startMs: at('2019-02-03T17:00:00Z'), endMs: at('2019-02-03T21:00:00Z') };
    expect(cost({ ...sunday, energy: kwh10 })).toEqual([2_000_000n, 0n]);
    // A summer night, over midnight.
    const night = { startMs: at('2019-06-03T21:00:00Z'), endMs: at('2019-06-04T01:00:00Z') };
    expect(cost({ ...night, energy: kwh10 })).toEqual([1_234_570n, 0n]);
  });

  test('changes with the validity; energy before the first validity has no price', () => {
    const newYear = { startMs: at('2018-12-31T22:00:00Z'), endMs: at('2019-01-01T00:00:00Z') };
    expect(cost({ ...newYear, energy: kwh10 })).toEqual([5n * 271_828n + 5n * 123_457n, 0n]);
    const before = { startMs: at('2018-09-09T21:00:00Z'), endMs: at('2018-09-09T23:00:00Z') };
    expect(cost({ ...before, energy: kwh10 })).toEqual([5n * 271_828n, 5_000_000n]);
  });

  test('is by register; a register without a price is reported', () => {
    const tariff: TariffContent = {
      ...TARIFF,
      validities: [
        {
          validFrom: '2018-01-01',
          validTo: null,
          rate: { kind: 'registers', t1: '0.3', t2: '0.1', t3: null, t4: null },
        },
      ],
    };
    const one = { startMs: at('2019-02-04T17:00:00Z'), endMs: at('2019-02-04T21:00:00Z') };
    const registers: ReportSession['registers'] = [4_000_000n, 5_000_000n, 1_000_000n, null];
    expect(cost({ ...one, energy: kwh10, registers }, tariff)).toEqual([1_700_000n, 1_000_000n]);
    expect(cost({ ...one, energy: kwh10 }, tariff)).toEqual([null, kwh10]);
  });

  test('is per kWh whatever the unit; an unknown unit has no price', () => {
    const one = { startMs: at('2018-10-04T17:00:00Z'), endMs: at('2018-10-04T21:00:00Z') };
    expect(cost({ ...one, energy: 10_000_000_000n, unit: 'Wh' })).toEqual([2_718_280n, 0n]);
    expect(cost({ ...one, energy: 10_000n, unit: 'MWh' })).toEqual([2_718_280n, 0n]);
    expect(cost({ ...one, energy: kwh10, unit: 'therm' })).toEqual([null, kwh10]);
  });

  test('of one session is rounded once, however many hours it spans', () => {
    fc.assert(
      fc.property(energy, fc.integer({ min: 1, max: 60 * HOUR }), (micros, length) => {
        const startMs = at('2018-10-04T17:00:00Z');
        const session = aSession({ startMs, endMs: startMs + length, energy: micros });
        const { slices } = sliceSession(session, slicingOf('UTC', 'split', ALL_TIME));
        const sum = slices.reduce((all, slice) => all + (slice.cost ?? 0n), 0n);
        expect(sum).toBe(divideRounded(micros * 271_828n, 1_000_000n));
      }),
    );
  });
});
