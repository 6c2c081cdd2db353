import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ChargeSession } from '../contract/charge-session.ts';
import { byStart, factsOf } from './reports/session-facts.ts';
import { BIT } from './reports/session-checks.ts';
import {
  findingsOfEntity,
  isDoubtful,
  sessionChecker,
  type CheckedAgainst,
} from './session-findings.ts';

const ID = '0f7b7c1e-6f0f-4f7e-9a53-0c6c5c1f0001';

/** A session without anomalies, and the changes of a test. */
function session(more: object = {}, charge: object = {}, total: object = {}) {
  return ChargeSession.parse({
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
  });
}

const CHECKS: CheckedAgainst = {
  type: 'EV',
  capacityKwh: null,
  nowMs: Date.parse('2026-06-01T00:00:00Z'),
};

const found = (one: ReturnType<typeof session>, checks: Partial<CheckedAgainst> = {}) =>
  [...findingsOfEntity([one], { ...CHECKS, ...checks }).values()].flat();

test.each<[string, object, object, object, string, Partial<CheckedAgainst>?]>([
  ['complete', {}, {}, {}, ''],
  ['ends before', { end: '2026-03-02T09:00:00Z' }, {}, {}, 'end-before-start'],
  ['no end', { end: null }, {}, {}, 'no-times'],
  ['too long', { end: '2026-03-03T10:00:01Z' }, {}, {}, 'too-long'],
  ['no energy', {}, { total: null }, {}, 'no-energy'],
  ['zero', {}, {}, { t1: 0, t2: 0, total: 0 }, 'zero-energy'],
  ['negative', {}, {}, { t1: -1, t2: 0, total: -1 }, 'negative-energy'],
  ['too large', {}, {}, { t1: null, t2: null, total: 1e12 }, 'out-of-range'],
  ['registers', {}, {}, { total: 22.000003 }, 'registers-differ'],
  ['registers within rounding', {}, {}, { total: 22.000002 }, ''],
  ['only registers', {}, {}, { total: null }, ''],
  ['a unit', {}, {}, { unit: 'therm' }, 'unknown-unit'],
  ['a unit of power', {}, { averagePower: { unit: 'hp', value: 1 } }, {}, 'unknown-unit'],
  ['kWh as charge', {}, { start: { unit: 'kWh', value: 1 } }, {}, 'unknown-unit'],
  ['a unit of range', { range: { start: { unit: 'li', value: 1 } } }, {}, {}, 'unknown-unit'],
  [
    'a unit with the name of something else',
    { range: { start: { unit: 'constructor', value: 1 }, end: { unit: 'toString', value: 2 } } },
    { averagePower: { unit: 'valueOf', value: 1 } },
    {},
    'unknown-unit',
  ],
  ['no unit', {}, {}, { unit: null }, 'unknown-unit'],
  ['an empty unit', {}, {}, { unit: ' ' }, 'unknown-unit'],
  ['a unit with spaces around it', {}, {}, { unit: ' kWh ' }, ''],
  ['a unit in small letters', {}, {}, { unit: 'kwh' }, 'unknown-unit'],
  ['battery', {}, { end: { unit: '%', value: 25 } }, {}, 'implausible-capacity'],
  // A whole meter register in 90 minutes at 7.4 kW.
  [
    'more than its power',
    { end: '2026-03-02T11:30:00Z' },
    { averagePower: { unit: 'kW', value: 7.4 }, total: { total: 48_213.7, unit: 'kWh' } },
    {},
    'huge-energy above-power above-type-power implausible-capacity',
  ],
  ['its power in W', {}, { averagePower: { unit: 'W', value: 5000 } }, {}, 'above-power'],
  ['a power that was rounded', {}, { averagePower: { unit: 'kW', value: 7.4 } }, {}, ''],
  ['more than the battery', {}, {}, {}, 'above-capacity', { capacityKwh: 16 }],
  ['a battery that loses a quarter', {}, {}, {}, '', { capacityKwh: 18 }],
  ['in the future', {}, {}, {}, 'future', { nowMs: Date.parse('2026-03-02T10:30:00Z') }],
  ['within an hour from now', {}, {}, {}, '', { nowMs: Date.parse('2026-03-02T11:00:00Z') }],
])('%s', (_, more, charge, total, expected, checks) => {
  const kinds = found(session(more, charge, total), checks).map(({ kind }) => kind);
  expect(kinds.join(' ')).toBe(expected);
});

test('a finding quotes the units that are not known', () => {
  const detail = (total: object) =>
    found(session({}, {}, total)).find(({ kind }) => kind === 'unknown-unit')?.detail;
  expect(detail({ unit: 'KWH' })).toBe('“KWH”');
  expect(detail({ unit: '' })).toBe('none');
  expect(detail({ unit: null })).toBe('none');
});

describe('pairs of sessions', () => {
  const uuid = (name: string) => `0f7b7c1e-6f0f-4f7e-9a53-${name.padStart(12, '0')}`;
  const BASE = Date.UTC(2026, 2, 2);
  const instant = (ms: number | null) => (ms === null ? null : new Date(BASE + ms).toISOString());
  interface Charge {
    energy?: number;
    soc?: [number | null, number | null];
  }
  /** A session by a name in hexadecimal digits, and milliseconds. */
  const at = (name: string, startMs: number | null, endMs: number | null, own: Charge = {}) => {
    const { energy = null, soc = [null, null] } = own;
    const [start, end] = soc.map((value) => (value === null ? null : { unit: '%', value }));
    const charge = { total: { total: energy, unit: 'kWh' }, start, end };
    const data = { start: instant(startMs), end: instant(endMs), charge };
    return ChargeSession.parse({ id: uuid(name), data });
  };
  const PAIRS = ['repeated', 'overlap', 'resumes-lower'] as const;
  const pairs = (...sessions: ReturnType<typeof at>[]) => {
    const check = sessionChecker({ type: 'EV', capacityKwh: null });
    const short = (id: string | null) => id?.slice(-12).replace(/^0+/, '') ?? '';
    return sessions
      .map((one) => factsOf(one, () => null))
      .toSorted(byStart)
      .flatMap((facts) => {
        const { bits, pairedWith } = check(facts, Infinity);
        const named = PAIRS.filter((kind) => (bits & BIT[kind]) !== 0);
        return named.map((kind) => `${short(facts[0])} ${kind} ${short(pairedWith)}`);
      });
  };
  const HOUR = 3_600_000;

  test('each that begins before an earlier one has ended, even inside a long one', () => {
    const told = pairs(
      at('c', 30, 40),
      at('a', 0, 100),
      at('b', 10, 20),
      at('d', 100, 110),
      at('ba', 105, 103),
      at('0e', 106, null),
      at('f', null, 7),
    );
    expect(told).toEqual(['b overlap a', 'c overlap a', 'ba overlap d', 'e overlap d']);
  });

  test.each([
    ['without a duration', at('a', 0, 0, { energy: 12 }), at('b', 0, 0, { energy: 12 }), 1],
    ['without an end', at('a', 0, null), at('b', 0, HOUR), 1],
    ['a second later', at('a', 0, 0, { energy: 20 }), at('b', 1000, 1000, { energy: 20 }), 1],
    ['corrected later', at('a', 0, HOUR, { energy: 20 }), at('b', 0, HOUR, { energy: 21 }), 1],
    ['one after another', at('a', 0, HOUR), at('b', HOUR, 2 * HOUR), 0],
    ['two failed tries', at('a', 0, 10, { energy: 0 }), at('b', 20, 30, { energy: 0 }), 0],
  ])('told twice: %s', (_, first, second, count) => {
    expect(pairs(first, second)).toHaveLength(count);
  });

  test('told twice with another one between', () => {
    const told = pairs(
      at('a', 0, null, { energy: 12 }),
      at('b', 20_000, null, { energy: 5 }),
      at('c', 40_000, null, { energy: 12 }),
      at('d', 101_000, null, { energy: 12 }),
    );
    expect(told).toEqual(['c repeated a']);
  });

  test('one that continues another with less charge than that ended with', () => {
    const whole = at('a', 0, HOUR, { soc: [20, 60] });
    const then = (hour: number, soc: number) =>
      pairs(whole, at('b', hour * HOUR, (hour + 1) * HOUR, { soc: [soc, null] }));
    expect(then(1, 40)).toEqual(['b resumes-lower a']);
    expect([...then(1, 60), ...then(2, 40)]).toEqual([]);
  });

  test('are those found by comparing all pairs', () => {
    const span = fc.tuple(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 60 }));
    const nameOf = (index: number) => `${index + 10}`;
    fc.assert(
      fc.property(fc.array(span, { maxLength: 15 }), (list) => {
        const expected = list.flatMap(([start], index) => {
          const isBefore = ([other, end]: readonly [number, number], of: number) =>
            (other < start && end > start) || (other === start && of < index);
          return list.some(isBefore) ? [nameOf(index)] : [];
        });
        const told = pairs(...list.map((one, index) => at(nameOf(index), ...one)));
        expect(told).toHaveLength(expected.length);
        expect(new Set(told.map((text) => text.split(' ')[0]))).toEqual(new Set(expected));
      }),
    );
  });
});

test('the sum of listed sessions is in doubt with each second record of a pair', () => {
  const told = (last: number, start: string, end: string, total: number) => {
    const id = `${ID.slice(0, -1)}${last}`;
    const charge = { total: { total, unit: 'kWh' } };
    return ChargeSession.parse({ id, data: { start, end, charge } });
  };
  const [day, later] = ['2026-03-02T18:00:00Z', '2026-03-02T22:00:00Z'];
  const against = { ...CHECKS, capacityKwh: 60 };
  const all = [told(1, day, later, 20), told(2, day, later, 20), told(3, later, later, -3)];
  const findings = findingsOfEntity(all, against);
  const doubtful = [...findings].filter(([, own]) => isDoubtful(own));
  expect(doubtful.map(([id]) => id.at(-1))).toEqual(['2', '3']);
});
