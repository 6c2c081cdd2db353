import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ChargeSession } from '../../contract/charge-session.ts';
import type { z } from '../../contract/zod.ts';
import { trusted } from '../../lib/trusted.ts';
import { instantMs } from '../instant.ts';
import { microsOfText } from './exact.ts';
import { zoneAt } from './site-zone.ts';
import { MARKS, Dictionary, SessionColumns } from './session-columns.ts';
import { factsOf, LACKS, type SessionFacts, type ToldSession } from './session-facts.ts';

const UNITS = 'kWh| kWh |Wh|MWh|kwh|therm||%|km|mi|miles|kW|W|MW'.split('|');
const unit = fc.constantFrom(null, ...UNITS);
const amount = fc.oneof(
  fc.integer({ min: -5_000, max: 90_000_000 }).map((micros) => micros / 1e6),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, -0, 1e8, 100_000_000.000_001, 1e300, 0.000_000_5, 12.345_678_9),
);
const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { freq: 5, nil: null });
const quantity = maybe(fc.record({ unit, value: maybe(amount) }));
const text = maybe(fc.oneof(fc.string(), fc.constantFrom(' Gate 1 ', 'Gate 1', '\u202Egnp', '')));
const uuid = fc.uuid().map((id) => id.toUpperCase());

/** Any field may be absent. */
const ABSENT: { requiredKeys: [] } = { requiredKeys: [] };
const register = maybe(amount);
const parts = { t1: register, t2: register, t3: register, t4: register, total: register, unit };
const place = fc.record({ id: uuid, label: text });
const matched = fc.record({ accuracy: maybe(fc.nat()), location: maybe(place) });
const STARTS = ['2026-03-01T10:00:00Z', '2026-03-01T10:00:00', '2026-03-01T12:30:00+02:00'];

/** As a Service may tell it, absent fields and unknown ones included. */
const anyCharge = fc.record(
  {
    averagePower: quantity,
    start: quantity,
    end: quantity,
    total: maybe(fc.record(parts, ABSENT)),
  },
  ABSENT,
);
const anyData = fc.record(
  {
    start: maybe(fc.constantFrom(...STARTS)),
    end: maybe(fc.constantFrom('2026-03-01T11:00:00Z', '0001-01-01T00:00:00Z')),
    charge: maybe(anyCharge),
    location: maybe(
      fc.record({
        address: text,
        latitude: maybe(fc.constantFrom(46.5, 40.7, 91)),
        longitude: maybe(fc.constantFrom(6.6, -74)),
      }),
    ),
    locationMatches: maybe(fc.array(matched, { maxLength: 2 })),
    range: maybe(fc.record({ start: quantity, end: quantity }, ABSENT)),
  },
  ABSENT,
);
const told = fc.record({ id: uuid, other: fc.constant(1), data: maybe(anyData) });

/** What the amounts of a session are by their decimal texts, without any of the reader's own steps. */
function saysOf(data: z.output<typeof ChargeSession>['data']) {
  const charge = data?.charge ?? null;
  let isOut = false;
  const exact = (value: number | null | undefined): bigint | null => {
    if (value === null || value === undefined) return null;
    const micros = microsOfText(String(value));
    if (micros !== null && micros <= 10n ** 14n && micros >= -(10n ** 14n)) return micros;
    isOut = true;
    return null;
  };
  const named = (name: string | null | undefined) => name?.trim() || null;
  const total = charge?.total;
  const registers = [total?.t1, total?.t2, total?.t3, total?.t4].map(exact);
  const known = registers.filter((each) => each !== null);
  const sum = known.length === 0 || isOut ? null : known.reduce((all, each) => all + each, 0n);
  const energy = total?.total === null || total?.total === undefined ? sum : exact(total.total);
  const [start, end] = [charge?.start, charge?.end].map((one) =>
    named(one?.unit) === '%' ? exact(one?.value) : null,
  );
  const match = data?.locationMatches?.find(({ location }) => location !== null)?.location;
  const foreign = [
    [total?.unit, ['kWh', 'Wh', 'MWh']],
    [charge?.averagePower?.unit, ['W', 'kW', 'MW']],
    [charge?.start?.unit, ['%']],
    [charge?.end?.unit, ['%']],
    [data?.range?.start?.unit, ['km', 'mi', 'miles']],
    [data?.range?.end?.unit, ['km', 'mi', 'miles']],
  ] as const;
  const unknown = foreign.flatMap(([name, names]) => {
    const own = named(name);
    return own === null || names.some((each) => each === own) ? [] : [own];
  });
  return {
    energy: [energy, ...registers, start ?? null, end ?? null].map((each) =>
      each === null ? Number.NaN : Number(each),
    ),
    isOut,
    unit: named(total?.unit),
    location: match === undefined || match === null ? null : match.id,
    unknown: [...new Set(unknown)],
    lacks: [charge?.averagePower, charge?.start, charge?.end].map(
      (one) => (one?.value ?? null) === null,
    ),
  };
}

test('columns hold what a session says, to the last digit', () => {
  fc.assert(
    fc.property(fc.array(told, { minLength: 1, maxLength: 20 }), (list) => {
      const columns = new SessionColumns(new Dictionary(), 0);
      for (const [entity, one] of list.entries()) {
        // As the store keeps them.
        const kept = trusted<SessionFacts>(JSON.parse(JSON.stringify(factsOf(one, zoneAt))));
        columns.add(kept, entity, false);
      }
      expect(columns.count).toBe(list.length);
      const { amounts, indexes, dictionary } = columns;
      for (const [row, one] of list.entries()) {
        const { data } = ChargeSession.parse(one);
        const { isOut, ...says } = saysOf(data);
        const lacks = columns.lacks[row] ?? 0;
        const { energy, t1, t2, t3, t4, socStart, socEnd } = amounts;
        expect({
          energy: [energy, t1, t2, t3, t4, socStart, socEnd].map((column) => column[row]),
          unit: dictionary.units.list[indexes.unit[row] ?? 0],
          location: dictionary.locations.list[indexes.location[row] ?? 0]?.id ?? null,
          unknown: columns.unknownUnits.get(row) ?? [],
          lacks: [LACKS.power, LACKS.socStart, LACKS.socEnd].map((bit) => (lacks & bit) !== 0),
        }).toEqual(says);
        // Power and range may be too large too.
        const mark = columns.marks[row] ?? 0;
        expect(mark & MARKS.outOfRange).toBe(isOut ? MARKS.outOfRange : mark);
        expect([columns.idOf(row), indexes.entity[row]]).toEqual([one.id.toLowerCase(), row]);
        const times = [instantMs(data?.start ?? null), instantMs(data?.end ?? null)];
        expect([amounts.startMs[row], amounts.endMs[row]]).toEqual(
          times.map((each) => each ?? Number.NaN),
        );
        const { latitude = null, longitude = null } = data?.location ?? {};
        expect(dictionary.zones.list[indexes.zone[row] ?? 0]).toBe(
          latitude === null || longitude === null ? null : zoneAt(latitude, longitude),
        );
      }
    }),
    { numRuns: 300 },
  );
});

const ID = '0f7b7c1e-6f0f-4f7e-9a53-000100000001';
const columnsOf = (data: NonNullable<ToldSession['data']>) => {
  const columns = new SessionColumns(new Dictionary(), 1);
  columns.add(factsOf({ id: ID, data }, zoneAt), 0, false);
  return columns;
};

test.each([
  ['W', 7400, 7_400_000],
  ['kW', 7.4, 7_400_000],
  ['MW', 0.0074, 7_400_000],
  ['W', 0.0005, 1],
  ['kW', 1e9, Number.NaN],
  ['hp', 10, Number.NaN],
])('an average power in %s: %d is %d mW', (name, value, milliwatts) => {
  const columns = columnsOf({ charge: { averagePower: { unit: name, value } } });
  expect(columns.amounts.powerMw[0]).toBe(milliwatts);
  expect(columns.marks[0]).toBe(value === 1e9 ? MARKS.outOfRange : 0);
});

test('miles are kilometres exactly; the difference is rounded once', () => {
  type Range = { unit: string; value: number } | null;
  const gain = (start: Range, end: Range) =>
    columnsOf({ range: { start, end } }).amounts.rangeGain[0];
  expect(gain({ unit: 'km', value: 100 }, { unit: 'km', value: 250.5 })).toBe(150_500_000);
  expect(gain({ unit: 'mi', value: 0 }, { unit: 'miles', value: 100 })).toBe(160_934_400);
  // 1.000001 mi are 1.609345609344 km, 1 km less is 0.609345609344.
  expect(gain({ unit: 'km', value: 1 }, { unit: 'mi', value: 1.000001 })).toBe(609_346);
  expect(gain({ unit: 'li', value: 1 }, { unit: 'km', value: 2 })).toBeNaN();
  expect(gain({ unit: 'km', value: 1 }, null)).toBeNaN();
});

test.each([
  ['Bay 4\u0000\u0000', 'Bay 4'],
  [' Bay  4', 'Bay 4'],
  ['\u202Egnp', 'gnp'],
  ['\u200b', null],
])(
  'a place %j is that of others that look the same, and an invisible one is none',
  (name, shown) => {
    const locationMatches = [{ location: null }, { location: { id: ID, label: name } }];
    const data = { location: { address: name }, locationMatches };
    const facts = factsOf({ id: ID, data }, zoneAt);
    const columns = new SessionColumns(new Dictionary(), 1);
    columns.add(facts, 0, true);
    expect(columns.dictionary.addresses.list[columns.indexes.address[0] ?? 9]).toBe(shown);
    expect(columns.dictionary.locations.list[1]).toEqual({ id: ID, label: shown });
    expect(columns.marks[0]).toBe(MARKS.listedDiffers);
  },
);
