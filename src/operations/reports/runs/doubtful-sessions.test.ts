import type { Kysely } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ChargeSession } from '../../../contract/charge-session.ts';
import type { Tariff } from '../../../contract/console/report-tariff.ts';
import type { ReportDefinition } from '../../../contract/console/report-definition.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { memoryStore } from '../../../store/testing/memory-store.ts';
import { aboutRun } from '../files/export-about.ts';
import { sheetCell } from '../files/export-cells.ts';
import { readFindingCounts } from '../results/read-findings.ts';
import { readGroups } from '../results/read-groups.ts';
import { readSessions } from '../results/read-sessions.ts';
import { uuid } from '../testing/random-sessions.ts';
import { aDefinition, readInPages, storeRun } from '../testing/stored-run.ts';

const NOW = Date.parse('2026-11-27T12:00:00Z');

/** Start, end, and the energy as reported. */
type Told = [string, string | null, Record<string, number | string | null>];

let db: Kysely<Store>;
beforeEach(async () => {
  db = await memoryStore();
});
afterEach(() => db.destroy());

/** A report of Entities with these sessions, read in pages of one or whole. */
async function report(
  told: readonly (readonly Told[])[],
  more: Partial<ReportDefinition> & { price?: string; pageSize?: number; from?: string } = {},
) {
  const { price, pageSize = 100, from = '2026-01-01', ...rest } = more;
  const entities = told.map((_, at) => ({
    id: uuid(1, at),
    name: `Van ${at}`,
    type: 'EV',
    collectives: [],
  }));
  const validity = { validFrom: from, validTo: null };
  const tariff: Tariff | null =
    price === undefined
      ? null
      : {
          id: uuid(9, 1),
          version: 1,
          content: {
            name: 'Flat',
            currency: 'EUR',
            zone: 'UTC',
            validities: [{ ...validity, rate: { kind: 'flat', price } }],
          },
        };
  const period = { kind: 'range', from: '2026-11-01', to: '2026-11-30' } as const;
  const definition = aDefinition({ zone: 'UTC', period, ...rest });
  const run = await storeRun(db, { entities, definition, tariff }, NOW);
  for (const [at, { id }] of entities.entries()) {
    const sessions = (told[at] ?? []).map(([start, end, total], no) =>
      ChargeSession.parse({ id: uuid(10 + at, no), data: { start, end, charge: { total } } }),
    );
    await readInPages(db, run, id, sessions, pageSize);
  }
  const { groups, totals, doubtful } = await readGroups(db, run.run_no, { by: 'entity' });
  const { findings } = await readFindingCounts(db, run.run_no);
  const counts = new Map(findings.flatMap((one) => (one.count > 0 ? [[one.kind, one.count]] : [])));
  const about = new Map(await aboutRun(db, run, NOW));
  return { run, groups, totals, doubtful, counts, about };
}

const kWh = (total: number) => ({ t1: total, total, unit: 'kWh' });

test('energy below zero is summed as reported, and marked beside each sum', async () => {
  const told: Told[][] = [
    [
      ['2026-11-03T17:00:00Z', '2026-11-03T20:00:00Z', kWh(20.5)],
      ['2026-11-04T17:00:00Z', '2026-11-04T18:00:00Z', kWh(-3.2)],
    ],
    [
      ['2026-11-05T17:00:00Z', '2026-11-05T19:00:00Z', kWh(-10)],
      ['2026-11-06T17:00:00Z', '2026-11-06T18:00:00Z', kWh(4)],
    ],
    [
      ['2026-11-07T17:00:00Z', '2026-11-07T18:00:00Z', { t1: 5, t2: -8, unit: 'kWh' }],
      ['2026-11-08T17:00:00Z', '2026-11-08T18:00:00Z', kWh(0)],
    ],
  ];
  const { run, totals, groups, doubtful, counts, about } = await report(told, { price: '0.30' });
  expect(totals).toMatchObject([{ energy: '8.3', cost: '2.49', unpriced: '0', sessions: 6 }]);
  expect(doubtful).toEqual([{ unit: 'kWh', sessions: 3 }]);
  expect(groups.map((group) => group.doubtful)).toEqual([1, 1, 1]);
  expect(counts.get('negative-energy')).toBe(3);
  expect(about.get('Sessions with doubtful energy')).toBe('3');
  const listed = await readSessions(db, run.run_no, { finding: 'doubtful' }, null, 10);
  expect(listed.sessions.map(({ energy }) => energy)).toEqual(['-3.2', '-10', '-3']);

  const unpriced = await report(told, { price: '0.30', from: '2027-01-01' });
  expect(unpriced.counts.get('no-price')).toBe(5);
});

test.each([100, 1])(
  'each pair of records of one session is found and counted, read in pages of %i',
  async (pageSize) => {
    const [from, to] = ['2026-11-10T18:00:00Z', '2026-11-10T22:00:00Z'];
    const told: Told[][] = [
      [
        [from, to, kWh(20)],
        [from, to, kWh(20)],
      ],
      [
        [from, from, kWh(12)],
        [from, from, kWh(12)],
      ],
      [
        [from, to, kWh(20)],
        ['2026-11-10T18:00:01Z', '2026-11-10T22:00:01Z', kWh(20)],
      ],
      [
        [from, to, kWh(20)],
        [from, to, kWh(20.4)],
      ],
    ];
    const { totals, doubtful, counts, groups } = await report(told, { pageSize });
    expect(totals).toMatchObject([{ energy: '144.4' }]);
    expect(counts.get('overlap')).toBe(4);
    expect(doubtful).toEqual([{ unit: 'kWh', sessions: 4 }]);
    expect(groups.map((group) => group.doubtful)).toEqual([1, 1, 1, 1]);
  },
);

test('only the units of energy have a price, whatever the spaces around them', async () => {
  const units = ['kWh', ' kWh ', 'Wh', 'MWh', 'kwh', 'KWH', '', null, 'MJ', 'kW'];
  const amounts = [10, 10, 10_000, 0.01, 10, 10, 10, 10, 36, 10];
  const told = units.map((unit, at): Told[] => [
    ['2026-11-10T18:00:00Z', '2026-11-10T20:00:00Z', { total: amounts[at] ?? 0, unit }],
  ]);
  const { groups, totals, counts } = await report(told, { price: '0.30' });
  expect(groups.map(({ cost }) => cost)).toEqual(['3', '3', '3', '3', ...Array(6).fill('0')]);
  expect(totals.find(({ unit }) => unit === 'kWh')?.sessions).toBe(2);
  expect([counts.get('unknown-unit'), counts.get('no-price')]).toEqual([6, 6]);
});

test('sessions over an edge, without an end and in the future add up by every rule', async () => {
  const told: Told[][] = [
    [['2026-10-31T21:00:00Z', '2026-11-01T01:00:00Z', kWh(8)]],
    [['2026-10-31T21:00:00Z', '2026-10-31T23:00:00Z', kWh(6)]],
    [['2026-10-31T23:00:00Z', '2026-11-01T01:00:00Z', kWh(5)]],
    [['2026-09-01T08:00:00Z', '2026-11-10T08:00:00Z', kWh(500)]],
    [['2026-11-05T10:00:00Z', null, kWh(7)]],
    [['2026-11-06T10:00:00Z', '0001-01-01T00:00:00Z', kWh(7)]],
    [['2026-11-29T10:00:00Z', '2026-11-29T12:00:00Z', kWh(9)]],
    [['2026-11-26T10:00:00Z', '2026-12-02T12:00:00Z', kWh(9)]],
  ];
  const zone = 'Europe/Brussels';
  const monthly = async (boundary: 'start' | 'end' | 'split') => {
    const months = [
      ['2026-09-01', '2026-09-30'],
      ['2026-10-01', '2026-10-31'],
      ['2026-11-01', '2026-11-30'],
      ['2026-12-01', '2026-12-31'],
    ] as const;
    const sums: (string | undefined)[] = [];
    for (const [from, to] of months) {
      const period = { kind: 'range', from, to } as const;
      const { totals } = await report(told, { zone, boundary, period });
      sums.push(totals[0]?.energy);
    }
    return sums;
  };
  expect(await monthly('start')).toEqual(['500', '14', '37', undefined]);
  expect(await monthly('end')).toEqual([undefined, undefined, '528', '9']);
  expect(await monthly('split')).toEqual(['500', '10', '31.719178', '2.280822']);

  const { counts, about } = await report(told, { zone });
  expect([counts.get('future'), counts.get('too-long')]).toEqual([2, 1]);
  expect([about.get('Sessions'), about.get('Sessions in no total')]).toEqual(['5', '3']);
});

test('a spreadsheet has no days before 1900: such a time is a text in it', () => {
  const cell = (instant: string) => sheetCell({ kind: 'instant', instant, zone: 'UTC' });
  expect(cell('0001-01-01T00:00:00Z')).toEqual({ kind: 'text', text: '0001-01-01T00:00:00Z' });
  expect(cell('2026-11-01T00:00:00Z')).toMatchObject({ kind: 'date' });
});
