import type { Kysely } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ChargeSession } from '../../../contract/charge-session.ts';
import { GROUPINGS } from '../../../contract/console/choices.ts';
import { ReportGroupComparison, ReportSums } from '../../../contract/console/report-result.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { microsOfText } from '../../../domain/reports/exact.ts';
import type { ReportRunRow } from '../../../store/schema/report-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { memoryStore } from '../../../store/testing/memory-store.ts';
import { compareGroups, type ComparedGroupsAsk } from './compare-groups.ts';
import { readGroups } from './read-groups.ts';
import { aDefinition, readInPages, storeRun } from '../testing/stored-run.ts';

const NOW = Date.parse('2026-05-20T12:00:00Z');
const HOUR = 3_600_000;
const id = (kind: number, at: number) =>
  `0f7b7c1e-6f0f-4f7e-9a53-${String(kind).padStart(4, '0')}${String(at).padStart(8, '0')}`;
const ENTITIES = [0, 1, 2].map((at) => ({
  id: id(1, at),
  name: `Van ${at}`,
  type: 'EV',
  collectives: [],
}));

let db: Kysely<Store>;
beforeEach(async () => {
  db = await memoryStore();
});
afterEach(() => db.destroy());

function session(at: number, start: string, energy: number, more: object = {}): ChargeSession {
  return ChargeSession.parse({
    id: id(2, at),
    data: {
      start,
      end: isoInstant(Date.parse(start) + HOUR),
      charge: { total: { total: energy, t1: energy / 2, unit: 'kWh' } },
      location: { address: at % 2 === 0 ? 'Gate' : 'Yard' },
      locationMatches: [{ accuracy: 1, location: { id: id(3, at % 2), label: 'L' } }],
      ...more,
    },
  });
}

/** Stores a run; each list has the sessions of one Entity. */
async function store(from: string, to: string, own: readonly (readonly ChargeSession[])[]) {
  const definition = aDefinition({
    zone: 'Europe/Zurich',
    period: { kind: 'range', from, to },
  });
  const run = await storeRun(db, { entities: ENTITIES, definition }, NOW);
  for (const [at, { id: entity }] of ENTITIES.entries()) {
    await readInPages(db, run, entity, own[at] ?? []);
  }
  return run;
}

const compared = async (earlier: ReportRunRow, later: ReportRunRow, ask: ComparedGroupsAsk) =>
  ReportGroupComparison.parse(await compareGroups(db, earlier, later, ask));

describe('two runs side by side', () => {
  let february: ReportRunRow;
  let march: ReportRunRow;
  beforeEach(async () => {
    february = await store('2026-02-01', '2026-02-28', [
      [session(0, '2026-02-01T10:00:00Z', 5), session(1, '2026-02-02T08:00:00Z', 7)],
      [session(2, '2026-02-10T10:00:00Z', 100)],
    ]);
    march = await store('2026-03-01', '2026-03-31', [
      [session(3, '2026-03-01T10:00:00Z', 6)],
      [session(4, '2026-03-10T11:00:00Z', 90)],
      [session(5, '2026-03-31T10:00:00Z', 1)],
    ]);
  });
  const shown = (rows: ReportGroupComparison['rows']) =>
    rows.map((row) => [row.key, row.earlierKey, row.earlier?.energy, row.later?.energy]);

  test.each(GROUPINGS)(
    'by %s: both sides match the runs themselves, and no row is lost',
    async (by) => {
      const { rows, count } = await compared(february, march, { by });
      expect(count).toBe(rows.length);
      const sorted = (list: readonly object[]) => list.map((one) => JSON.stringify(one)).toSorted();
      for (const [run, side] of [
        [february, 'earlier'],
        [march, 'later'],
      ] as const) {
        const { groups } = await readGroups(db, run.run_no, { by });
        const actual = rows.flatMap((row) => {
          const sums = row[side];
          const key = side === 'earlier' ? (row.earlierKey ?? row.key) : row.key;
          return sums === null ? [] : [{ key, ...sums }];
        });
        const expected = groups.map((group) => ({ key: group.key, ...ReportSums.parse(group) }));
        expect(sorted(actual.map(inOrder))).toEqual(sorted(expected.map(inOrder)));
      }
    },
  );
  const inOrder = (one: object) =>
    Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)));

  test('days match by their position in the period', async () => {
    const { rows } = await compared(february, march, { by: 'day' });
    expect(shown(rows)).toEqual([
      ['2026-03-01', '2026-02-01', '5', '6'],
      ['2026-03-02', '2026-02-02', '7', undefined],
      ['2026-03-10', '2026-02-10', '100', '90'],
      ['2026-03-31', null, undefined, '1'],
    ]);
    const months = await compared(february, march, { by: 'month' });
    expect(shown(months.rows)).toEqual([['2026-03-01', '2026-02-01', '112', '97']]);
  });

  test('pairs Entities with themselves, in the requested order, in pages', async () => {
    const ask = { by: 'entity', order: 'change', direction: 'down' } as const;
    const { rows } = await compared(february, march, ask);
    expect(rows.map((row) => [row.label, row.earlier?.energy, row.later?.energy])).toEqual([
      ['Van 1', '100', '90'],
      ['Van 0', '12', '6'],
      ['Van 2', undefined, '1'],
    ]);
    const byEnergy = await compared(february, march, { by: 'entity', order: 'energy' });
    expect(byEnergy.rows.map((row) => row.label)).toEqual(['Van 2', 'Van 0', 'Van 1']);
    const page = await compared(february, march, { ...ask, limit: 1, offset: 1 });
    expect([page.rows, page.count]).toEqual([rows.slice(1, 2), 3]);
    const beyond = await compared(february, march, { ...ask, limit: 1, offset: 9 });
    expect([beyond.rows, beyond.count]).toEqual([[], 3]);
  });

  test.each(['key', 'energy', 'cost', 'sessions', 'duration', 'change'] as const)(
    'by %s sorts days and addresses alike',
    async (order) => {
      for (const by of ['day', 'address', 'register'] as const) {
        const up = await compared(february, march, { by, order });
        const down = await compared(february, march, { by, order, direction: 'down' });
        expect(down.count).toBe(up.count);
        if (order !== 'change') continue;
        const changes = down.rows.map(({ earlier, later }) => {
          const of = (text: string | undefined) => microsOfText(text ?? '0') ?? 0n;
          const change = of(later?.energy) - of(earlier?.energy);
          return change < 0n ? -change : change;
        });
        expect(changes).toEqual(changes.toSorted((a, b) => (a > b ? -1 : a < b ? 1 : 0)));
      }
    },
  );

  test('a run compared with itself has no change', async () => {
    for (const by of GROUPINGS) {
      const { rows } = await compared(march, march, { by });
      for (const { earlier, later, earlierKey } of rows) {
        expect([later, earlierKey]).toEqual([earlier, null]);
      }
    }
  });
});

test('a repeated hour is two rows; the second has no counterpart', async () => {
  const hours = (first: string) =>
    Array.from({ length: 4 }, (_, at) =>
      session(at, isoInstant(Date.parse(first) + at * HOUR), at + 1),
    );
  // 00:00 to 02:00 and again 02:00 in Zurich; the day before 00:00 to 03:00.
  const long = await store('2025-10-26', '2025-10-26', [hours('2025-10-25T22:00:00Z')]);
  const plain = await store('2025-10-25', '2025-10-25', [hours('2025-10-24T22:00:00Z')]);
  const { rows } = await compared(plain, long, { by: 'hour' });
  expect(rows.map((row) => [row.key.slice(8), row.earlier?.energy, row.later?.energy])).toEqual([
    ['25T22:00Z', '1', '1'],
    ['25T23:00Z', '2', '2'],
    ['26T00:00Z', '3', '3'],
    ['26T01:00Z', undefined, '4'],
    ['26T02:00Z', '4', undefined],
  ]);
});
