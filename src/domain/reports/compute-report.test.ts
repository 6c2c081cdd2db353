import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { GROUPINGS } from '../../contract/console/choices.ts';
import { BOUNDARIES } from '../../contract/console/figures-definition.ts';
import type { Exception } from '../../contract/console/figures-exceptions.ts';
import type { TariffText } from '../../contract/console/figures-tariff.ts';
import type { ComputedReport } from './compute-report.ts';
import { microsOfText } from './exact.ts';
import { groupReport, reportTotals } from './group-report.ts';
import { countsElsewhere, findSessions, sessionReader } from './list-sessions.ts';
import { exceptionCounts, exclusionCounts } from './report-answers.ts';
import { statementsOf } from './statements.ts';
import { flatTariff, toldReport, type Told } from './testing/told-report.ts';

const NOVEMBER = { from: '2026-11-01', to: '2026-11-30', zone: 'UTC' } as const;
const at = (day: number, from: number, to: number, energy: number, entity = 0): Told => ({
  entity,
  start: new Date(Date.UTC(2026, 10, day, from)).toISOString(),
  end: new Date(Date.UTC(2026, 10, day, to)).toISOString(),
  energy,
});
const microsOf = (text: string) => microsOfText(text) ?? 0n;
const counts = (report: ComputedReport) =>
  Object.fromEntries(exceptionCounts(report).map(({ kind, sessions }) => [kind, sessions]));
const groups = (report: ComputedReport, by: Parameters<typeof groupReport>[1]) =>
  groupReport(report, by).rows.map(({ keys, energy }) => [...keys.map(({ key }) => key), energy]);

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
    expect(groupReport(report, []).rows).toMatchObject([
      { energy: '8.3', cost: '2.49', doubtful: 3 },
    ]);
    expect(counts(report)).toMatchObject({ 'negative-energy': 3, 'zero-energy': 1 });
    expect(JSON.stringify(groupReport(report, ['day']))).not.toMatch(/"-0"|NaN/);
  });

  test('by a tariff of registers: what has no price is named, even if it is below zero or makes up for itself', () => {
    const registers = (t1: number, t2: number): Pick<Told, 'registers'> => ({
      registers: [t1, t2],
    });
    const list: Told[] = [
      { ...at(3, 17, 20, 0), ...registers(10, 4) },
      { ...at(4, 17, 20, 0), ...registers(10, -4) },
      at(5, 17, 20, 6),
      { ...at(6, 17, 20, 0), ...registers(10, 0) },
    ];
    const tariff: TariffText = {
      ...flatTariff('1'),
      periods: [
        {
          from: '2020-01-01',
          energy: { kind: 'registers', t1: '0.5', t2: null, t3: null, t4: null },
          perSession: null,
          perHour: null,
        },
      ],
    };
    const report = toldReport(list, { ...NOVEMBER, tariff });
    expect(
      groupReport(report, ['day']).rows.map(({ energy, cost, unpriced }) => [
        energy,
        cost,
        unpriced,
      ]),
    ).toEqual([
      ['14', '5', '4'],
      ['6', '5', '-4'],
      ['6', '3', '0'],
      ['10', '5', '0'],
    ]);
    expect(counts(report)).toMatchObject({ 'no-price': 2, 'negative-energy': 1 });
    const [statement] = statementsOf(report, 'entity', ['R']);
    // What is priced and what is not are the energy together.
    const parts = statement?.lines.map(({ energy }) => microsOf(energy ?? '0')) ?? [];
    expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(36_000_000n);
  });

  test('a cost that cannot be added is not billed: its energy has no price, in figures and statements', () => {
    const dear = flatTariff('9999', { perSession: '1' });
    const report = toldReport([at(3, 17, 20, 90_000_000)], { ...NOVEMBER, tariff: dear });
    expect(groupReport(report, []).rows).toMatchObject([{ cost: '1', unpriced: '90000000' }]);
    expect(counts(report)).toMatchObject({ 'no-price': 1 });
    const [statement] = statementsOf(report, 'entity', ['Dear']);
    expect(statement?.lines.map(({ name, amount }) => [name, amount])).toEqual([
      ['Fee per session', '1.00'],
      ['Without a price', null],
    ]);
  });

  test('once or twice: every pair is an exception', () => {
    const none = { ...at(10, 18, 18, 12, 1) };
    const later = { ...at(10, 18, 22, 20, 2), start: '2026-11-10T18:00:01Z' };
    const list = [
      at(10, 18, 22, 20),
      at(10, 18, 22, 20),
      none,
      none,
      at(10, 18, 22, 20, 2),
      later,
      at(10, 18, 22, 20, 3),
      at(10, 18, 22, 20.4, 3),
    ];
    const report = toldReport(list, NOVEMBER);
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
    expect(rows.map(({ cost }) => cost)).toEqual([
      '3',
      '3',
      '3',
      '3',
      '0',
      '0',
      '0',
      '0',
      '0',
      '0',
    ]);
    expect(rows.map(({ unpriced }) => unpriced).slice(4)).toEqual([
      '10',
      '10',
      '10',
      '10',
      '36',
      '10',
    ]);
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
  const AUTUMN = { from: '2026-09-01', to: '2026-12-31', zone: 'Europe/Brussels' } as const;

  test.each([
    [
      'start',
      [
        ['2026-09-01', '500'],
        ['2026-10-01', '14'],
        ['2026-11-01', '37'],
      ],
    ],
    [
      'end',
      [
        ['2026-11-01', '528'],
        ['2026-12-01', '9'],
      ],
    ],
    [
      'split',
      [
        ['2026-09-01', '500'],
        ['2026-10-01', '10'],
        ['2026-11-01', '31.719178'],
        ['2026-12-01', '2.280822'],
      ],
    ],
  ] as const)(
    'over the edges of months, by %s: the months and what is in none make the whole',
    (boundary, months) => {
      const report = toldReport(EDGES, { ...AUTUMN, boundary });
      expect(groups(report, ['month'])).toEqual(months);
      const read = sessionReader(report, {});
      const out = [...findSessions(report, { counted: 'no' })].map(read);
      const sum = [
        ...months.map(([, energy]) => Number(energy)),
        ...out.map(({ energy }) => Number(energy)),
      ];
      expect(sum.reduce((all, one) => all + one, 0)).toBeCloseTo(551, 6);
      expect(counts(report)).toMatchObject({ future: 2, 'end-before-start': 1, 'no-times': 1 });
      const reasons = Object.fromEntries(
        exclusionCounts(report).map(({ reason, sessions }) => [reason, sessions]),
      );
      expect(reasons).toEqual(
        { start: {}, end: { 'outside-period': 1, 'no-end': 1 }, split: { 'no-end': 1 } }[boundary],
      );
    },
  );

  test('at places with clocks of their own, in the hours of each, by the prices of the night', () => {
    const place = (
      entity: number,
      start: string,
      end: string,
      energy: number,
      latitude: number,
      longitude: number,
    ): Told => ({ entity, start, end, energy, place: [latitude, longitude] });
    const list = [
      place(0, '2026-11-09T18:25:00Z', '2026-11-09T18:55:00Z', 5, 27.7172, 85.324),
      place(1, '2026-10-03T16:00:00Z', '2026-10-03T17:30:00Z', 9, -34.9285, 138.6007),
      place(2, '2026-10-03T15:00:00Z', '2026-10-03T16:30:00Z', 9, -31.5553, 159.0821),
      place(3, '2026-10-29T19:30:00Z', '2026-10-29T22:30:00Z', 9, 30.0444, 31.2357),
      place(4, '2026-09-06T03:30:00Z', '2026-09-06T05:00:00Z', 9, -33.4489, -70.6693),
      place(5, '2026-10-25T00:30:00Z', '2026-10-25T02:30:00Z', 8, 50.8503, 4.3517),
      place(6, '2026-11-11T22:30:00Z', '2026-11-12T05:30:00Z', 7, 50.8503, 4.3517),
    ];
    const tariff: TariffText = {
      name: 'Midnight',
      currency: 'EUR',
      zone: 'Europe/Brussels',
      periods: [
        {
          from: '2026-01-01',
          energy: {
            kind: 'time-of-use',
            otherwise: '0.30',
            bands: [
              { name: 'late', price: '0.15', weekdays: null, from: '22:00', to: '24:00' },
              { name: 'night', price: '0.10', weekdays: null, from: '00:00', to: '06:00' },
            ],
          },
          perSession: null,
          perHour: null,
        },
      ],
    };
    const rules = {
      from: '2026-09-01',
      to: '2026-11-30',
      zone: 'Europe/Brussels',
      boundary: 'split',
      siteTime: true,
      tariff,
    } as const;
    const report = toldReport(list, rules);
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
    expect(
      groupReport(report, ['entity']).rows.find(({ keys }) => keys[0]?.label === 'Entity 6')?.cost,
    ).toBe('0.825');
  });
});

test('sessions dated thousands of years apart are grouped by two times', () => {
  const list = [
    { start: '0001-02-01T00:00:00Z', end: '0001-02-01T01:00:00Z', energy: 1 },
    { start: '9998-02-01T00:00:00Z', end: '9998-02-01T01:00:00Z', energy: 2 },
    { start: '9998-02-01T00:30:00Z', end: '9998-02-01T01:00:00Z', energy: 4 },
  ];
  const report = toldReport(list, { from: '0001-01-01', to: '9999-01-01', zone: 'UTC' });
  expect(groups(report, ['hour', 'day'])).toEqual([
    ['0001-02-01T00:00Z', '0001-02-01', '1'],
    ['9998-02-01T00:00Z', '9998-02-01', '6'],
  ]);
});

describe('exceptions', () => {
  const kinds = (told: Told, entity = {}): Exception[] => {
    const usual = Array.from({ length: 5 }, (_, day) => ({
      ...at(day + 1, 1, 2, 5, 1),
      kw: 7,
      soc: [20, 40] satisfies [number, number],
    }));
    const report = toldReport([told, ...usual], { ...NOVEMBER, entities: [entity, {}] });
    const read = sessionReader(report, {});
    return [
      ...findSessions(report, { counted: 'all', inEntity: report.entities[0]?.id ?? '' }),
    ].flatMap((row) => read(row).exceptions);
  };
  const good: Told = { ...at(10, 10, 12, 14), kw: 7, soc: [20, 40] };

  const CASES: [string, Told, Exception[]][] = [
    ['nothing', good, []],
    ['energy in no time', { ...good, end: good.start }, ['no-duration', 'above-power']],
    ['more than 24 hours', { ...good, end: '2026-11-12T10:00:00Z' }, ['too-long']],
    ['more power than its type', { ...good, kw: 501, energy: 15 }, ['above-type-power']],
    [
      'an energy that no car takes in two hours',
      { ...good, energy: 1100, kw: 500, soc: undefined },
      ['huge-energy', 'above-type-power', 'missing-charge'],
    ],
    ['an implied battery', { ...good, soc: [20, 25] }, ['implausible-capacity']],
    ['no power, which others have', { ...good, kw: undefined }, ['missing-power']],
    [
      'in the future',
      { ...good, start: '2026-11-28T10:00:00Z', end: '2026-11-28T12:00:00Z' },
      ['future'],
    ],
    ['no energy', { ...good, energy: null }, ['no-energy']],
    ['huge', { ...good, energy: 1e12 }, ['out-of-range']],
    ['registers', { ...good, registers: undefined, energy: 14 }, []],
    [
      'a whole meter register in 90 minutes',
      { ...good, end: '2026-11-10T11:30:00Z', energy: 48_213.7, kw: 7.4 },
      ['huge-energy', 'above-power', 'above-type-power', 'implausible-capacity'],
    ],
    ['more energy than its power, within rounding', { ...good, energy: 21.9 }, []],
  ];
  test.each(CASES)('of a session with %s', (_, told, expected) => {
    expect(kinds(told)).toEqual(expected);
  });

  test('by the limits of a report, in the unit of the session', () => {
    const one: Told = { ...at(10, 10, 12, 22), kw: 11, soc: [20, 60] };
    const by = (limits: object, told = one) =>
      Object.keys(counts(toldReport([told], { ...NOVEMBER, limits })));
    expect(by({ hugeKwh: 22 })).toEqual(['huge-energy']);
    expect(by({ hugeKwh: 22.1 })).toEqual([]);
    expect(by({ hugeKwh: 22 }, { ...one, unit: 'Wh' })).toEqual([]);
    expect(by({ batteryKwh: 55 })).toEqual(['implausible-capacity']);
    expect(by({ batteryKwh: 55.1 })).toEqual([]);
    expect(by({ longestHours: 1.9 })).toEqual(['too-long']);
  });

  test('of a battery, by its capacity', () => {
    expect(kinds(good, { capacityKwh: 11 })).toEqual(['above-capacity']);
    expect(kinds(good, { capacityKwh: 12 })).toEqual([]);
    const huge: Told = { ...good, energy: 250, kw: 130, soc: undefined };
    expect(kinds(huge, { capacityKwh: 60 })).toEqual([
      'huge-energy',
      'above-capacity',
      'missing-charge',
    ]);
  });

  test('a field that nobody of a type reports is missing nowhere', () => {
    const report = toldReport([at(1, 1, 2, 5), at(2, 1, 2, 5), at(3, 1, 2, 5)], NOVEMBER);
    expect(exceptionCounts(report)).toEqual([]);
  });

  test('a session that continues with less charge than the last one ended with', () => {
    const first = { ...at(10, 10, 12, 10), soc: [20, 60] satisfies [number, number] };
    const next = { ...at(10, 12, 13, 5), soc: [40, 50] satisfies [number, number] };
    expect(counts(toldReport([first, next], NOVEMBER))).toMatchObject({ 'resumes-lower': 1 });
    const points = { ...NOVEMBER, entities: [{ type: 'ChargePoint' }] };
    expect(counts(toldReport([first, next], points))).not.toHaveProperty('resumes-lower');
  });
});

test('every grouping, alone and with any other, adds up to the totals', () => {
  const told = fc.record({
    entity: fc.nat({ max: 3 }),
    day: fc.integer({ min: -1, max: 31 }),
    minute: fc.nat({ max: 1439 }),
    minutes: fc.integer({ min: -10, max: 3000 }),
    micros: fc.integer({ min: -1_000_000, max: 90_000_000 }),
    unit: fc.constantFrom('kWh', 'Wh', null),
    place: fc.constantFrom<[number, number] | undefined>([46.5, 6.6], [27.7, 85.3], undefined),
  });
  const groupings = GROUPINGS.filter((each) => each !== 'register');
  fc.assert(
    fc.property(
      fc.array(told, { maxLength: 25 }),
      fc.constantFrom(...BOUNDARIES),
      fc.boolean(),
      fc.constantFrom(...groupings),
      fc.constantFrom(...groupings),
      (list, boundary, siteTime, one, other) => {
        const sessions = list.map(({ day, minute, minutes, micros, ...own }): Told => {
          const start = Date.UTC(2026, 10, day, 0, minute);
          const [from = '', to = ''] = [start, start + minutes * 60_000].map((ms) =>
            new Date(ms).toISOString(),
          );
          return { ...own, start: from, end: to, energy: micros / 1e6 };
        });
        const rules = { ...NOVEMBER, boundary, siteTime, tariff: flatTariff('0.271828') };
        const entities = [{ collectives: 'a' }, { collectives: 'a+b' }];
        const report = toldReport(sessions, { ...rules, entities });
        for (const by of one === other ? [[one]] : [[one], [one, other]]) {
          const summed = new Map<string | null, bigint[]>();
          for (const row of groupReport(report, by).rows) {
            const own = summed.get(row.unit) ?? [0n, 0n, 0n, 0n];
            const { energy, cost, durationMs } = row;
            const parts = [
              microsOf(energy),
              microsOf(cost),
              BigInt(durationMs),
              BigInt(row.sessions),
            ];
            summed.set(
              row.unit,
              own.map((sum, column) => sum + (parts[column] ?? 0n)),
            );
          }
          const totals = reportTotals(report).map(({ unit, energy, cost, durationMs, ...rest }) => [
            unit,
            [microsOf(energy), microsOf(cost), BigInt(durationMs), BigInt(rest.sessions)],
          ]);
          expect(Object.fromEntries(summed)).toEqual(Object.fromEntries(totals));
        }
      },
    ),
    { numRuns: 300 },
  );
});

test('the sessions behind a row of split ones: as many as it counts, and others with a part of their energy', () => {
  const list = [at(3, 10, 12, 2), at(3, 22, 26, 4), at(4, 1, 2, 1), at(2, 20, 52, 32)];
  const report = toldReport(list, { ...NOVEMBER, boundary: 'split' });
  const read = (filter: Parameters<typeof sessionReader>[1]) =>
    [...findSessions(report, filter)].map(sessionReader(report, filter));
  const rows = groupReport(report, ['day']).rows;
  expect(rows.map(({ sessions, energy }) => [sessions, energy])).toEqual([
    [1, '4'],
    [2, '28'],
    [1, '7'],
  ]);
  for (const { keys, sessions, energy } of rows) {
    const [{ key } = { key: '' }] = keys;
    const filter = { inFrom: key, inTo: key };
    const listed = [...findSessions(report, filter)];
    expect(listed.filter((row) => !countsElsewhere(report, filter)(row))).toHaveLength(sessions);
    const parts = read(filter).map(({ counted }) => microsOf(counted ?? '0'));
    expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(microsOf(energy));
  }
});
