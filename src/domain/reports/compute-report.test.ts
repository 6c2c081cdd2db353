import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { GROUPINGS } from '../../contract/console/choices.ts';
import { BOUNDARIES } from '../../contract/console/report-definition.ts';
import type { FigureSums } from '../../contract/console/report-figures.ts';
import type { ComputedReport } from './compute-report.ts';
import { microsOfText } from './exact.ts';
import { groupReport, reportTotals } from './group-report.ts';
import { findSessions, sessionReader } from './list-sessions.ts';
import { exceptionCounts, exclusionCounts } from './report-answers.ts';
import { statementsOf } from './statements.ts';
import { anyTold, at, flatTariff, tariffOf, toldReport, type Told } from './testing/told-report.ts';

const NOVEMBER = { from: '2026-11-01', to: '2026-11-30', zone: 'UTC' } as const;
const microsOf = (text: string | null | undefined) => microsOfText(text ?? '0') ?? 0n;
const sumOf = (texts: readonly (string | null)[]) =>
  texts.reduce((sum, text) => sum + microsOf(text), 0n);
const counts = (report: ComputedReport) =>
  Object.fromEntries(exceptionCounts(report).map(({ kind, sessions }) => [kind, sessions]));
/** Each row as its keys and its energy. */
const groups = (report: ComputedReport, by: Parameters<typeof groupReport>[1]) =>
  groupReport(report, by).rows.map(({ keys, energy }) =>
    [...keys.map(({ key }) => key), energy].join(' '),
  );

describe('sessions that devices report', () => {
  test('below zero stay in their sums, and are named', () => {
    const list = [
      at(3, 17, 20, 20.5),
      at(4, 17, 18, -3.2),
      at(5, 17, 19, -10, 1),
      at(6, 17, 18, 4, 1),
      { ...at(7, 17, 18, 0, 2), registers: [5, -8] satisfies [number, number] },
      at(8, 17, 18, 0, 2),
    ];
    const report = toldReport(list, { ...NOVEMBER, tariff: flatTariff('0.30') });
    const [all] = groupReport(report, []).rows;
    expect(all).toMatchObject({ energy: '8.3', cost: '2.49', doubtful: 3 });
    expect(counts(report)).toMatchObject({ 'negative-energy': 3, 'zero-energy': 1 });
    expect(JSON.stringify(groupReport(report, ['day']))).not.toMatch(/"-0"|NaN/);
  });

  test('by a tariff of registers: what has no price is named, even if it is below zero or makes up for itself', () => {
    const told = (day: number, ...registers: [number, number]) => ({
      ...at(day, 17, 20, 0),
      registers,
    });
    const list = [told(3, 10, 4), told(4, 10, -4), at(5, 17, 20, 6), told(6, 10, 0)];
    const energy = { kind: 'registers', t1: '0.5', t2: null, t3: null, t4: null } as const;
    const report = toldReport(list, { ...NOVEMBER, tariff: tariffOf('UTC', { energy }) });
    const days = groupReport(report, ['day']).rows;
    expect(days.map((row) => `${row.energy} ${row.cost} ${row.unpriced}`)).toEqual([
      '14 5 4',
      '6 5 -4',
      '6 3 0',
      '10 5 0',
    ]);
    expect(counts(report)).toMatchObject({ 'no-price': 2, 'negative-energy': 1 });
    // What is priced and what is not are the energy together.
    const [statement] = statementsOf(report, 'entity', ['R']);
    expect(sumOf((statement?.lines ?? []).map((line) => line.energy))).toBe(36_000_000n);
  });

  test('a cost that cannot be added is not billed: its energy has no price, in figures and statements', () => {
    const dear = flatTariff('9999', { perSession: '1' });
    const report = toldReport([at(3, 17, 20, 90_000_000)], { ...NOVEMBER, tariff: dear });
    expect(groupReport(report, []).rows).toMatchObject([{ cost: '1', unpriced: '90000000' }]);
    expect(counts(report)).toMatchObject({ 'no-price': 1 });
    const [statement] = statementsOf(report, 'entity', ['Dear']);
    expect(statement?.lines.map(({ name, amount }) => `${name}: ${amount}`)).toEqual([
      'Fee per session: 1.00',
      'Without a price: null',
    ]);
  });

  test('once or twice: every pair is an exception', () => {
    const none = { ...at(10, 18, 18, 12, 1) };
    const later = { ...at(10, 18, 22, 20, 2), start: '2026-11-10T18:00:01Z' };
    const pairs = [at(10, 18, 22, 20), at(10, 18, 22, 20), none, none];
    const others = [at(10, 18, 22, 20, 2), later, at(10, 18, 22, 20, 3), at(10, 18, 22, 20.4, 3)];
    const report = toldReport([...pairs, ...others], NOVEMBER);
    expect(counts(report)).toMatchObject({ repeated: 3, overlap: 1, 'no-duration': 2 });
    expect(groupReport(report, []).rows).toMatchObject([{ energy: '144.4', doubtful: 5 }]);
    const read = sessionReader(report, {});
    const [second] = [...findSessions(report, { exception: 'repeated' })].map(read);
    expect(second?.pairedWith).toBe(report.columns.idOf(0));
  });

  test('in ten spellings of a unit: exact where it is known, else without a price and quoted', () => {
    const units = ['kWh', 'Wh', 'MWh', ' kWh ', 'kwh', 'KWH', '', null, 'MJ', 'kW'];
    const energies = [10, 10_000, 0.01, 10, 10, 10, 10, 10, 36, 10];
    const list = units.map((unit, no) => ({ ...at(10, 18, 20, energies[no] ?? 0, no), unit }));
    const report = toldReport(list, { ...NOVEMBER, tariff: flatTariff('0.3') });
    const rows = groupReport(report, ['entity']).rows;
    expect(rows.map(({ cost }) => cost).join(' ')).toBe('3 3 3 3 0 0 0 0 0 0');
    expect(rows.map(({ unpriced }) => unpriced).join(' ')).toBe('0 0 0 0 10 10 10 10 36 10');
    expect(rows[0]?.unit).toBe(rows[3]?.unit);
    expect(counts(report)).toMatchObject({ 'unknown-unit': 6, 'no-price': 6 });
  });

  const EDGES: readonly Told[] = [
    { entity: 0, start: '2026-10-31T21:00:00Z', end: '2026-11-01T01:00:00Z', energy: 8 },
    { entity: 1, start: '2026-10-31T21:00:00Z', end: '2026-10-31T23:00:00Z', energy: 6 },
    { entity: 2, start: '2026-10-31T23:00:00Z', end: '2026-11-01T01:00:00Z', energy: 5 },
    { entity: 3, start: '2026-09-01T08:00:00Z', end: '2026-11-10T08:00:00Z', energy: 500 },
    { entity: 4, start: '2026-11-05T10:00:00Z', end: null, energy: 7 },
    { entity: 5, start: '2026-11-06T10:00:00Z', end: '0001-01-01T00:00:00Z', energy: 7 },
    { entity: 6, start: '2026-11-29T10:00:00Z', end: '2026-11-29T12:00:00Z', energy: 9 },
    { entity: 7, start: '2026-11-26T10:00:00Z', end: '2026-12-02T12:00:00Z', energy: 9 },
  ];

  test.each([
    ['start', ['2026-09-01 500', '2026-10-01 14', '2026-11-01 37'], {}],
    ['end', ['2026-11-01 528', '2026-12-01 9'], { 'outside-period': 1, 'no-end': 1 }],
    [
      'split',
      ['2026-09-01 500', '2026-10-01 10', '2026-11-01 31.719178', '2026-12-01 2.280822'],
      { 'no-end': 1 },
    ],
  ] as const)(
    'over the edges of months, by %s: the months and what is in none make the whole',
    (boundary, months, reasons) => {
      const autumn = { from: '2026-09-01', to: '2026-12-31', zone: 'Europe/Brussels' } as const;
      const report = toldReport(EDGES, { ...autumn, boundary });
      expect(groups(report, ['month'])).toEqual(months);
      const out = [...findSessions(report, { counted: 'no' })].map(sessionReader(report, {}));
      const energies = months.map((month) => month.split(' ')[1] ?? '');
      expect(sumOf([...energies, ...out.map(({ energy }) => energy)])).toBe(551_000_000n);
      expect(counts(report)).toMatchObject({ future: 2, 'end-before-start': 1, 'no-times': 1 });
      const excluded = exclusionCounts(report).map(({ reason, sessions }) => [reason, sessions]);
      expect(Object.fromEntries(excluded)).toEqual(reasons);
    },
  );

  test('at places with clocks of their own, in the hours of each, by the prices of the night', () => {
    const places: [string, string, number, number, number][] = [
      ['2026-11-09T18:25:00Z', '2026-11-09T18:55:00Z', 5, 27.7172, 85.324],
      ['2026-10-03T16:00:00Z', '2026-10-03T17:30:00Z', 9, -34.9285, 138.6007],
      ['2026-10-03T15:00:00Z', '2026-10-03T16:30:00Z', 9, -31.5553, 159.0821],
      ['2026-10-29T19:30:00Z', '2026-10-29T22:30:00Z', 9, 30.0444, 31.2357],
      ['2026-09-06T03:30:00Z', '2026-09-06T05:00:00Z', 9, -33.4489, -70.6693],
      ['2026-10-25T00:30:00Z', '2026-10-25T02:30:00Z', 8, 50.8503, 4.3517],
      ['2026-11-11T22:30:00Z', '2026-11-12T05:30:00Z', 7, 50.8503, 4.3517],
    ];
    const list = places.map(([start, end, energy, latitude, longitude], entity): Told => {
      return { entity, start, end, energy, place: [latitude, longitude] };
    });
    const bands = [
      { name: 'late', price: '0.15', weekdays: null, from: '22:00', to: '24:00' },
      { name: 'night', price: '0.10', weekdays: null, from: '00:00', to: '06:00' },
    ];
    const energy = { kind: 'time-of-use', otherwise: '0.30', bands } as const;
    const zone = 'Europe/Brussels';
    const report = toldReport(list, {
      from: '2026-09-01',
      to: '2026-11-30',
      zone,
      boundary: 'split',
      siteTime: true,
      tariff: tariffOf(zone, { energy }),
    });
    const { slices, columns } = report;
    const hours = new Map<string, number>();
    for (let slice = 0; slice < slices.count; slice += 1) {
      const entity = columns.indexes.entity[slices.session[slice] ?? 0];
      const date = new Date((slices.day[slice] ?? 0) * 86_400_000).toISOString().slice(5, 10);
      const key = `${entity} ${date} ${String(slices.hour[slice]).padStart(2, '0')}h`;
      hours.set(key, (hours.get(key) ?? 0) + (slices.amounts.energy[slice] ?? 0) / 1e6);
    }
    expect(Object.fromEntries([...hours].filter(([key]) => !key.startsWith('6')))).toEqual({
      '0 11-10 00h': 5,
      '1 10-04 01h': 3,
      '1 10-04 03h': 6,
      '2 10-04 01h': 3,
      '2 10-04 02h': 3,
      '2 10-04 03h': 3,
      '3 10-29 22h': 1.5,
      '3 10-29 23h': 6,
      '3 10-30 00h': 1.5,
      '4 09-05 23h': 3,
      '4 09-06 01h': 6,
      '5 10-25 02h': 6,
      '5 10-25 03h': 2,
    });
    const rows = groupReport(report, ['entity']).rows;
    expect(rows.find(({ keys }) => keys[0]?.label === 'Entity 6')?.cost).toBe('0.825');
  });

  test('dated thousands of years apart are grouped by two times', () => {
    const of = (start: string, year: string, energy: number) => ({
      start: `${year}-02-01T${start}Z`,
      end: `${year}-02-01T01:00:00Z`,
      energy,
    });
    const list = [of('00:00:00', '0001', 1), of('00:00:00', '9998', 2), of('00:30:00', '9998', 4)];
    const report = toldReport(list, { from: '0001-01-01', to: '9999-01-01', zone: 'UTC' });
    expect(groups(report, ['hour', 'day'])).toEqual([
      '0001-02-01T00:00Z 0001-02-01 1',
      '9998-02-01T00:00Z 9998-02-01 6',
    ]);
  });
});

test('every grouping, alone and with any other, adds up to the totals', () => {
  const told = fc.tuple(
    anyTold,
    fc.constantFrom('kWh', 'Wh', null),
    fc.constantFrom<[number, number] | undefined>([46.5, 6.6], [27.7, 85.3], undefined),
  );
  const grouping = fc.constantFrom(...GROUPINGS.filter((each) => each !== 'register'));
  const boundaries = fc.constantFrom(...BOUNDARIES);
  fc.assert(
    fc.property(
      fc.array(told, { maxLength: 25 }),
      ...([boundaries, fc.boolean(), grouping, grouping] as const),
      (list, boundary, siteTime, one, other) => {
        const sessions = list.map(([own, unit, place]) => ({
          ...own,
          unit,
          ...(place && { place }),
        }));
        const rules = { ...NOVEMBER, boundary, siteTime, tariff: flatTariff('0.271828') };
        const entities = [{ collectives: 'a' }, { collectives: 'a+b' }];
        const report = toldReport(sessions, { ...rules, entities });
        // A session that is split counts in each of its rows, and once in the total.
        const partsOf = (sums: FigureSums) => [
          microsOf(sums.energy),
          microsOf(sums.cost),
          BigInt(sums.durationMs),
          boundary === 'split' ? 0n : BigInt(sums.sessions),
        ];
        for (const by of one === other ? [[one]] : [[one], [one, other]]) {
          const summed = new Map<string | null, bigint[]>();
          for (const row of groupReport(report, by).rows) {
            const sums = summed.get(row.unit) ?? [0n, 0n, 0n, 0n];
            summed.set(
              row.unit,
              partsOf(row).map((part, column) => part + (sums[column] ?? 0n)),
            );
          }
          const totals = reportTotals(report).map((sums) => [sums.unit, partsOf(sums)]);
          expect(Object.fromEntries(summed)).toEqual(Object.fromEntries(totals));
        }
      },
    ),
    { numRuns: 150 },
  );
});

test('what a session lacks is a filter', () => {
  const entities = [{ collectives: 'a' }, { collectives: '' }];
  const report = toldReport([at(3, 10, 12, 2), at(4, 10, 12, 4, 1)], { ...NOVEMBER, entities });
  const found = (filter: Parameters<typeof findSessions>[1]) => [...findSessions(report, filter)];
  expect(found({ without: 'collectives' })).toEqual([1]);
  expect(found({ without: 'location' })).toEqual([0, 1]);
  expect(found({ without: 'address', inCollectives: 'a' })).toEqual([0]);
  expect(found({ inAddress: 'Street 1' })).toEqual([]);
});

test('the sessions of a row of split ones are those listed behind it, each with its part of the energy', () => {
  const list = [at(3, 10, 12, 2), at(3, 22, 26, 4), at(4, 1, 2, 1), at(2, 20, 52, 32)];
  const doubtful = { ...at(5, 23, 25, 6), registers: [1, 7] satisfies [number, number] };
  const report = toldReport([...list, { ...doubtful, energy: -6 }], {
    ...NOVEMBER,
    boundary: 'split',
  });
  const rows = groupReport(report, ['day']).rows;
  expect(rows.map(({ sessions, energy }) => [sessions, energy])).toEqual([
    [1, '4'],
    [3, '28'],
    [3, '7'],
    [1, '4'],
    [1, '4'],
  ]);
  for (const { keys, sessions, energy, doubtful: inDoubt } of rows) {
    const [{ key } = { key: '' }] = keys;
    const filter = { inFrom: key, inTo: key };
    const read = [...findSessions(report, filter)].map(sessionReader(report, filter));
    expect(read).toHaveLength(sessions);
    expect([...findSessions(report, { ...filter, exception: 'doubtful' })]).toHaveLength(inDoubt);
    const parts = read.map(({ counted }) => microsOf(counted ?? '0'));
    expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(microsOf(energy));
  }
  expect(reportTotals(report)).toMatchObject([{ sessions: 5, energy: '47' }]);
});
