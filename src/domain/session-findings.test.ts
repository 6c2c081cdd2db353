import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ChargeSession } from '../contract/charge-session.ts';
import { readSession } from './reports/read-session.ts';
import {
  byStart,
  DEFAULT_THRESHOLDS,
  findingsOfEntity,
  impliedCapacity,
  isDoubtful,
  pairFinder,
  sessionFindings,
  type CheckedAgainst,
} from './session-findings.ts';

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

const CHECKS: CheckedAgainst = {
  type: 'EV',
  capacityKwh: null,
  thresholds: DEFAULT_THRESHOLDS,
  nowMs: Date.parse('2026-06-01T00:00:00Z'),
};

const found = (one: ReturnType<typeof session>, checks: Partial<CheckedAgainst> = {}) =>
  sessionFindings(one, { ...CHECKS, ...checks });

const kinds = (one: ReturnType<typeof session>, checks: Partial<CheckedAgainst> = {}): string[] =>
  found(one, checks).map(({ kind }) => kind);

const limited = (limits: object) => ({ thresholds: { ...DEFAULT_THRESHOLDS, ...limits } });

test('a complete session has no findings', () => {
  expect(kinds(session())).toEqual([]);
  expect(session()).toMatchObject({
    energy: 22_000_000n,
    registers: [20_000_000n, 2_000_000n, null, null],
    powerMw: 11_000_000n,
  });
});

test.each<[string, object, object, object, string[]]>([
  ['ends before', { end: '2026-03-02T09:00:00Z' }, {}, {}, ['end-before-start']],
  ['no end', { end: null }, {}, {}, ['no-times']],
  ['too long', { end: '2026-03-03T10:00:01Z' }, {}, {}, ['too-long']],
  ['no energy', {}, { total: null }, {}, ['no-energy']],
  ['zero', {}, {}, { t1: 0, t2: 0, total: 0 }, ['zero-energy']],
  ['negative', {}, {}, { t1: -1, t2: 0, total: -1 }, ['negative-energy']],
  ['too large', {}, {}, { t1: null, t2: null, total: 1e12 }, ['out-of-range']],
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
  ['no unit', {}, {}, { unit: null }, ['unknown-unit']],
  ['an empty unit', {}, {}, { unit: ' ' }, ['unknown-unit']],
  ['a unit with spaces around it', {}, {}, { unit: ' kWh ' }, []],
  ['a unit in small letters', {}, {}, { unit: 'kwh' }, ['unknown-unit']],
  ['battery', {}, { end: { unit: '%', value: 25 } }, {}, ['implausible-capacity']],
])('%s', (_, more, charge, total, expected) => {
  expect(kinds(session(more, charge, total))).toEqual(expected);
});

test('the limits are configurable', () => {
  expect(kinds(session(), limited({ huge: 22 }))).toEqual(['huge-energy']);
  expect(kinds(session({}, {}, { unit: 'Wh' }), limited({ huge: 22 }))).toEqual([]);
  expect(kinds(session(), limited({ battery: 55 }))).toEqual(['implausible-capacity']);
  expect(kinds(session(), limited({ battery: 55.1 }))).toEqual([]);
  expect(impliedCapacity(session())).toBe(55_000_000n);
  expect(impliedCapacity(session({}, { end: { unit: '%', value: 20 } }))).toBeNull();
});

test('a finding quotes the units that are not known', () => {
  const detail = (total: object) =>
    found(session({}, {}, total)).find(({ kind }) => kind === 'unknown-unit')?.detail;
  expect(detail({ unit: 'KWH' })).toBe('“KWH”');
  expect(detail({ unit: '' })).toBe('none');
  expect(detail({ unit: null })).toBe('none');
});

describe('a session contradicts', () => {
  test.each<[string, object, object, Partial<CheckedAgainst>, string[]]>([
    // A whole meter register in 90 minutes at 7.4 kW.
    [
      'its power',
      { end: '2026-03-02T11:30:00Z' },
      { averagePower: { unit: 'kW', value: 7.4 }, total: { total: 48_213.7, unit: 'kWh' } },
      {},
      ['huge-energy', 'above-power', 'implausible-capacity'],
    ],
    ['its power in W', {}, { averagePower: { unit: 'W', value: 5000 } }, {}, ['above-power']],
    ['no power that was rounded', {}, { averagePower: { unit: 'kW', value: 7.4 } }, {}, []],
    ['the battery', {}, {}, { capacityKwh: 16 }, ['above-capacity']],
    ['no battery that loses a quarter', {}, {}, { capacityKwh: 18 }, []],
    ['the time', {}, {}, { nowMs: Date.parse('2026-03-02T10:30:00Z') }, ['future']],
    ['no time within an hour', {}, {}, { nowMs: Date.parse('2026-03-02T11:00:00Z') }, []],
  ])('%s', (_, more, charge, checks, expected) => {
    expect(kinds(session(more, charge), checks)).toEqual(expected);
  });

  test('250 kWh in two hours into a battery of 60', () => {
    const huge = session({}, { averagePower: null }, { t1: 250, t2: 0, total: 250 });
    const about = found(huge, { capacityKwh: 60 }).find(({ kind }) => kind === 'above-capacity');
    expect(about?.detail).toBe('250 kWh into 60 kWh');
  });
});

describe('pairs of sessions', () => {
  const at = (id: string, startMs: number | null, endMs: number | null, more = {}) => {
    const none = { unit: 'kWh', energy: null, socStart: null, socEnd: null };
    return { id, startMs, endMs, ...none, ...more };
  };
  const pairs = (...sessions: ReturnType<typeof at>[]) => {
    const pairsOf = pairFinder('EV');
    return sessions
      .toSorted(byStart)
      .flatMap((one) =>
        pairsOf(one).map(({ kind, detail }) => `${one.id} ${kind} ${detail ?? ''}`),
      );
  };
  const HOUR = 3_600_000;

  test('each that begins before an earlier one has ended, even inside a long one', () => {
    const told = pairs(
      at('c', 30, 40),
      at('a', 0, 100),
      at('b', 10, 20),
      at('d', 100, 110),
      at('backwards', 105, 103),
      at('open', 106, null),
      at('timeless', null, 7),
    );
    const names = ['b overlap a', 'c overlap a', 'backwards overlap d', 'open overlap d'];
    expect(told).toEqual(names);
  });

  test.each([
    ['without a duration', at('a', 0, 0, { energy: 12n }), at('b', 0, 0, { energy: 12n }), 1],
    ['without an end', at('a', 0, null), at('b', 0, HOUR), 1],
    ['a second later', at('a', 0, 0, { energy: 20n }), at('b', 1000, 1000, { energy: 20n }), 1],
    ['corrected later', at('a', 0, HOUR, { energy: 20n }), at('b', 0, HOUR, { energy: 21n }), 1],
    ['one after another', at('a', 0, HOUR), at('b', HOUR, 2 * HOUR), 0],
    ['two failed tries', at('a', 0, 10, { energy: 0n }), at('b', 20, 30, { energy: 0n }), 0],
  ])('told twice: %s', (_, first, second, count) => {
    expect(pairs(first, second)).toHaveLength(count);
  });

  test('told twice with another one between', () => {
    const told = pairs(
      at('a', 0, null, { energy: 12n }),
      at('b', 20_000, null, { energy: 5n }),
      at('c', 40_000, null, { energy: 12n }),
      at('d', 101_000, null, { energy: 12n }),
    );
    expect(told).toEqual(['c repeated a']);
  });

  test('one that continues another with less charge than that ended with', () => {
    const whole = at('a', 0, HOUR, { socStart: 20n, socEnd: 60n });
    expect(pairs(whole, at('b', HOUR, 2 * HOUR, { socStart: 40n }))).toEqual(['b resumes-lower a']);
    expect(pairs(whole, at('b', HOUR, 2 * HOUR, { socStart: 60n }))).toEqual([]);
    expect(pairs(whole, at('b', 2 * HOUR, 3 * HOUR, { socStart: 40n }))).toEqual([]);
  });

  test('are those found by comparing all pairs', () => {
    const span = fc.record({
      startMs: fc.integer({ min: 0, max: 50 }),
      endMs: fc.integer({ min: 0, max: 60 }),
    });
    fc.assert(
      fc.property(fc.array(span, { maxLength: 15 }), (list) => {
        const all = list.map(({ startMs, endMs }, index) =>
          at(String(index).padStart(2, '0'), startMs, endMs),
        );
        const expected = list.flatMap((one, index) =>
          list.some(
            (other, of) =>
              of !== index &&
              (other.startMs < one.startMs || (other.startMs === one.startMs && of < index)) &&
              (other.endMs > one.startMs || other.startMs === one.startMs),
          )
            ? [String(index).padStart(2, '0')]
            : [],
        );
        expect(
          pairs(...all)
            .map((text) => text.slice(0, 2))
            .toSorted(),
        ).toEqual(expected);
      }),
    );
  });
});

test('the sum of listed sessions is in doubt with each second record of a pair', () => {
  const told = (last: number, start: string, end: string, total: number) => {
    const id = `${ID.slice(0, -1)}${last}`;
    return ChargeSession.parse({
      id,
      data: { start, end, charge: { total: { total, unit: 'kWh' } } },
    });
  };
  const [day, later] = ['2026-03-02T18:00:00Z', '2026-03-02T22:00:00Z'];
  const against = { ...CHECKS, capacityKwh: 60 };
  const findings = findingsOfEntity(
    [told(1, day, later, 20), told(2, day, later, 20), told(3, later, later, -3)],
    against,
  );
  expect([...findings].filter(([, own]) => isDoubtful(own)).map(([id]) => id.at(-1))).toEqual([
    '2',
    '3',
  ]);
});
