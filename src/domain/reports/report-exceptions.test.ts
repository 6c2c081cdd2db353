import { expect, test } from 'vitest';
import { findSessions, sessionReader } from './list-sessions.ts';
import { exceptionCounts } from './report-answers.ts';
import { at, toldReport, type Told } from './testing/told-report.ts';

const NOVEMBER = { from: '2026-11-01', to: '2026-11-30', zone: 'UTC' } as const;
const GOOD: Told = { ...at(10, 10, 12, 14), kw: 7, soc: [20, 40] };
const named = (...report: Parameters<typeof toldReport>) =>
  exceptionCounts(toldReport(...report)).map(({ kind, sessions }) => `${kind} ${sessions}`);

/** The exceptions of a session of an Entity, beside five good ones of another. */
function kinds(told: Told, entity = {}): string {
  const usual = [1, 2, 3, 4, 5].map((day) => ({ ...GOOD, ...at(day, 1, 2, 5, 1) }));
  const report = toldReport([told, ...usual], { ...NOVEMBER, entities: [entity, {}] });
  const own = { counted: 'all', inEntity: report.entities[0]?.id ?? '' } as const;
  const found = [...findSessions(report, own)].map(sessionReader(report, {}));
  return found.flatMap(({ exceptions }) => exceptions).join(' ');
}

// What only the other fields of a session tell is shown by session-findings.test.
test.each<[string, Told, string, object?]>([
  ['nothing', GOOD, ''],
  ['energy in no time', { ...GOOD, end: GOOD.start }, 'no-duration above-power'],
  ['more power than its type', { ...GOOD, kw: 501, energy: 15 }, 'above-type-power'],
  [
    'an energy that no car takes in two hours',
    { ...GOOD, energy: 1100, kw: 500, soc: undefined },
    'huge-energy above-type-power missing-charge',
  ],
  ['no power, which others have', { ...GOOD, kw: undefined }, 'missing-power'],
  ['a time in the future', { ...GOOD, ...at(28, 10, 12, 14) }, 'future'],
  ['no energy', { ...GOOD, energy: null }, 'no-energy'],
  ['a huge energy', { ...GOOD, energy: 1e12 }, 'out-of-range'],
  ['more energy than its power, within rounding', { ...GOOD, energy: 21.9 }, ''],
  ['more than a battery takes', GOOD, 'above-capacity', { capacityKwh: 11 }],
  ['what a battery takes', GOOD, '', { capacityKwh: 12 }],
  [
    'a huge energy for a battery',
    { ...GOOD, energy: 250, kw: 130, soc: undefined },
    'huge-energy above-capacity missing-charge',
    { capacityKwh: 60 },
  ],
])('exceptions of a session with %s', (_, told, expected, entity) => {
  expect(kinds(told, entity)).toBe(expected);
});

test.each<[object, string | null, Partial<Told>?]>([
  [{ hugeKwh: 22 }, 'huge-energy 1'],
  [{ hugeKwh: 22.1 }, null],
  [{ hugeKwh: 22 }, null, { unit: 'Wh' }],
  [{ batteryKwh: 55 }, 'implausible-capacity 1'],
  [{ batteryKwh: 55.1 }, null],
  [{ longestHours: 1.9 }, 'too-long 1'],
])('by the limits %j of a report, in the unit of the session: %s', (limits, expected, more) => {
  const one: Told = { ...at(10, 10, 12, 22), kw: 11, soc: [20, 60], ...more };
  expect(named([one], { ...NOVEMBER, limits })).toEqual(expected === null ? [] : [expected]);
});

test('a field that nobody of a type reports is missing nowhere', () => {
  expect(named([at(1, 1, 2, 5), at(2, 1, 2, 5), at(3, 1, 2, 5)], NOVEMBER)).toEqual([]);
});

test('a session that continues with less charge than the last one ended with', () => {
  const first: Told = { ...at(10, 10, 12, 10), soc: [20, 60] };
  const next: Told = { ...at(10, 12, 13, 5), soc: [40, 50] };
  expect(named([first, next], NOVEMBER)).toContain('resumes-lower 1');
  const points = { ...NOVEMBER, entities: [{ type: 'ChargePoint' }] };
  expect(named([first, next], points).join()).not.toContain('resumes-lower');
});
