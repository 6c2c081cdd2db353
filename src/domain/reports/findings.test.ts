import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ChargeSession } from '../../contract/charge-session.ts';
import { ReportThresholds } from '../../contract/console/report-definition.ts';
import {
  ENTITY_FINDINGS,
  EXCLUSIONS,
  SESSION_FINDINGS,
} from '../../contract/console/report-exceptions.ts';
import { spanOfDates } from '../time.ts';
import {
  EXCLUSION_LABELS,
  FINDING_LABELS,
  findingsOf,
  impliedCapacity,
  overlapsOf,
} from './findings.ts';
import { pricingOf } from './pricing.ts';
import { readSession } from './report-session.ts';
import { sliceSession } from './slices.ts';
import { zoneCalendar } from './zone-calendar.ts';

const PERIOD = spanOfDates('UTC', '2026-03-01', '2026-03-31');
const ID = '0f7b7c1e-6f0f-4f7e-9a53-0c6c5c1f0001';

/** A session without anomalies, and the changes of a test. */
function session(more: object = {}, charge: object = {}, total: object = {}) {
  return readSession(
    ChargeSession.parse({
      id: ID,
      data: {
        start: '2026-03-02T10:00:00Z',
        end: '2026-03-02T12:00:00Z',
        charge: {
          averagePower: { unit: 'kW', value: 11 },
          start: { unit: '%', value: 20 },
          end: { unit: '%', value: 60 },
          total: { t1: 20, t2: 2, total: 22, unit: 'kWh', ...total },
          ...charge,
        },
        location: { address: 'Gate 1' },
        locationMatches: [{ accuracy: 5, location: { id: ID, label: 'Depot' } }],
        ...more,
      },
    }),
  );
}

function kinds(one: ReturnType<typeof session>, limits = {}): string[] {
  const slicing = { calendar: zoneCalendar('UTC'), boundary: 'start', period: PERIOD } as const;
  const sliced = sliceSession(one, { ...slicing, pricing: null });
  return findingsOf(one, sliced, PERIOD, ReportThresholds.parse(limits)).map(({ kind }) => kind);
}

test('a complete session has no findings', () => {
  expect(kinds(session())).toEqual([]);
  expect(session()).toMatchObject({
    energy: 22_000_000n,
    registers: [20_000_000n, 2_000_000n, null, null],
    powerMw: 11_000_000n,
    place: { locationId: ID, label: 'Depot', accuracy: 5, address: 'Gate 1' },
  });
});

test('places that look the same are the same, and an invisible address is none', () => {
  for (const [address, shown] of [
    ['Bay 4\u0000\u0000', 'Bay 4'],
    [' Bay  4', 'Bay 4'],
    ['\u200b', null],
  ] as const) {
    const locationMatches = [{ accuracy: 5, location: { id: ID, label: address } }];
    const { place } = session({ location: { address }, locationMatches });
    expect(place).toMatchObject({ address: shown, label: shown });
  }
});

test.each<[string, object, object, object, string[]]>([
  ['ends before', { end: '2026-03-02T09:00:00Z' }, {}, {}, ['end-before-start']],
  ['no end', { end: null }, {}, {}, ['no-times']],
  ['too long', { end: '2026-05-09T09:00:00Z' }, {}, {}, ['too-long', 'across-edge']],
  ['over the begin', { start: '2026-02-28T10:00:00Z' }, {}, {}, ['across-edge']],
  ['up to the end', { end: '2026-04-01T00:00:00Z' }, {}, {}, []],
  ['no energy', {}, { total: null }, {}, ['no-energy']],
  ['zero', {}, {}, { t1: 0, t2: 0, total: 0 }, ['zero-energy']],
  ['negative', {}, {}, { t1: -1, t2: 0, total: -1 }, ['negative-energy']],
  ['too large', {}, {}, { t1: null, t2: null, total: 1e12 }, ['out-of-range', 'no-energy']],
  ['registers', {}, {}, { total: 22.000003 }, ['registers-differ']],
  ['registers within rounding', {}, {}, { total: 22.000002 }, []],
  ['only registers', {}, {}, { total: null }, []],
  ['a unit', {}, {}, { unit: 'therm' }, ['unknown-unit']],
  ['a unit of power', {}, { averagePower: { unit: 'hp', value: 1 } }, {}, ['unknown-unit']],
  ['kWh as charge', {}, { start: { unit: 'kWh', value: 1 } }, {}, ['unknown-unit']],
  ['a unit of range', { range: { start: { unit: 'li', value: 1 } } }, {}, {}, ['unknown-unit']],
  [
    'a unit with the name of something else',
    { range: { start: { unit: 'constructor', value: 1 }, end: { unit: 'toString', value: 2 } } },
    { averagePower: { unit: 'valueOf', value: 1 } },
    {},
    ['unknown-unit'],
  ],
  ['no unit', {}, {}, { unit: null }, ['missing-fields']],
  ['an empty unit', {}, {}, { unit: ' ' }, ['missing-fields']],
  ['no match', { locationMatches: [] }, {}, {}, ['no-location']],
  ['no power', {}, { averagePower: null }, {}, ['missing-fields']],
  ['battery', {}, { end: { unit: '%', value: 25 } }, {}, ['implausible-capacity']],
])('%s', (_, more, charge, total, expected) => {
  expect(kinds(session(more, charge, total))).toEqual(expected);
});

test('energy without a price', () => {
  const pricing = pricingOf({
    name: 'From the 15th',
    currency: 'CHF',
    zone: 'UTC',
    validities: [{ validFrom: '2026-03-15', validTo: null, rate: { kind: 'flat', price: '0.2' } }],
  });
  const kindsOn = (date: string) => {
    const one = session({ start: `${date}T10:00:00Z`, end: `${date}T12:00:00Z` });
    const slicing = { calendar: zoneCalendar('UTC'), boundary: 'start', period: PERIOD } as const;
    const sliced = sliceSession(one, { ...slicing, pricing });
    return findingsOf(one, sliced, PERIOD, ReportThresholds.parse({})).map(({ kind }) => kind);
  };
  expect(kindsOn('2026-03-14')).toEqual(['no-price']);
  expect(kindsOn('2026-03-15')).toEqual([]);
});

test('miles are kilometres exactly; the difference is rounded once', () => {
  const gain = (start: object | null, end: object | null) =>
    session({ range: { start, end } }).rangeGain;
  expect(gain({ unit: 'km', value: 100 }, { unit: 'km', value: 250.5 })).toBe(150_500_000n);
  expect(gain({ unit: 'mi', value: 0 }, { unit: 'miles', value: 100 })).toBe(160_934_400n);
  // 1.000001 mi are 1.609345609344 km, 1 km less is 0.609345609344.
  expect(gain({ unit: 'km', value: 1 }, { unit: 'mi', value: 1.000001 })).toBe(609_346n);
  expect(gain({ unit: 'li', value: 1 }, { unit: 'km', value: 2 })).toBeNull();
  expect(gain({ unit: 'km', value: 1 }, null)).toBeNull();
});

test('the limits are configurable', () => {
  expect(kinds(session(), { hugeEnergyKwh: 22 })).toEqual(['huge-energy']);
  expect(kinds(session({}, {}, { unit: 'Wh' }), { hugeEnergyKwh: 22 })).toEqual([]);
  expect(kinds(session(), { implausibleBatteryKwh: 55 })).toEqual(['implausible-capacity']);
  expect(kinds(session(), { implausibleBatteryKwh: 55.1 })).toEqual([]);
  expect(impliedCapacity(session())).toBe(55_000_000n);
  expect(impliedCapacity(session({}, { end: { unit: '%', value: 20 } }))).toBeNull();
});

describe('overlaps', () => {
  test('each that begins before an earlier one has ended, even inside a long one', () => {
    const spans = [
      { id: 'c', startMs: 30, endMs: 40 },
      { id: 'a', startMs: 0, endMs: 100 },
      { id: 'b', startMs: 10, endMs: 20 },
      { id: 'd', startMs: 100, endMs: 110 },
      { id: 'backwards', startMs: 105, endMs: 103 },
      { id: 'open', startMs: 105, endMs: null },
    ];
    expect([...overlapsOf(spans)]).toEqual(['b', 'c']);
  });

  test('are those found by comparing all pairs', () => {
    const span = fc.record({
      startMs: fc.integer({ min: 0, max: 50 }),
      endMs: fc.integer({ min: 0, max: 60 }),
    });
    fc.assert(
      fc.property(fc.array(span, { maxLength: 15 }), (list) => {
        const spans = list.map((one, at) => ({ id: String(at).padStart(2, '0'), ...one }));
        const valid = spans.filter(({ startMs, endMs }) => endMs >= startMs);
        const isBefore = (a: (typeof spans)[number], b: (typeof spans)[number]) =>
          a.startMs < b.startMs || (a.startMs === b.startMs && a.id < b.id);
        const expected = valid.filter((one) =>
          valid.some((other) => isBefore(other, one) && other.endMs > one.startMs),
        );
        expect([...overlapsOf(spans)].toSorted()).toEqual(expected.map(({ id }) => id).toSorted());
      }),
    );
  });
});

test('every finding and exclusion has a label', () => {
  for (const kind of [...SESSION_FINDINGS, ...ENTITY_FINDINGS]) {
    expect(FINDING_LABELS[kind]).not.toBe('');
  }
  for (const kind of EXCLUSIONS) expect(EXCLUSION_LABELS[kind]).not.toBe('');
});
