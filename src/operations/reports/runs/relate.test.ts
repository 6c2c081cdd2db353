import type { Kysely } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Tariff } from '../../../contract/console/report-tariff.ts';
import type { ReportRunRow } from '../../../store/schema/report-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { memoryStore } from '../../../store/testing/memory-store.ts';
import { readRun } from '../results/read-run.ts';
import { relateReport } from './relate.ts';
import { deleteRun } from './remove-run.ts';
import { findRun } from './runs.ts';
import { DELETION, aDefinition, storeRun } from '../testing/stored-run.ts';

const BY = { operator: { id: 'p', name: 'Paul', role: 'approver' } } as const;
const NOW = Date.parse('2026-05-20T12:00:00Z');
const LATER = Date.parse('2027-08-02T12:00:00Z');
const id = (at: number) => `0f7b7c1e-6f0f-4f7e-9a53-0c6c5c1f${String(at).padStart(4, '0')}`;
const ENTITIES = [
  { id: id(11), name: 'Van 1', type: 'EV', collectives: [id(1), id(2)] },
  { id: id(12), name: null, type: null, collectives: [] },
];
const TARIFF: Tariff = {
  id: id(9),
  version: 3,
  content: {
    name: 'Flat',
    currency: 'CHF',
    zone: 'UTC',
    validities: [{ validFrom: '2026-01-01', validTo: null, rate: { kind: 'flat', price: '0.27' } }],
  },
};

let db: Kysely<Store>;
let run: ReportRunRow;
beforeEach(async () => {
  db = await memoryStore();
  const definition = aDefinition({
    zone: 'Europe/Zurich',
    boundary: 'split',
    period: { kind: 'preset', preset: 'last-month' },
    tariff: { id: TARIFF.id, version: 3 },
  });
  const saved = { id: id(5), version: 2, name: 'Monthly' };
  run = await storeRun(db, { entities: ENTITIES, definition, saved, tariff: TARIFF }, NOW);
});

const relate = (kind: 'again' | 'previous' | 'last-year') =>
  relateReport(db, run.id, kind, BY, LATER);
const shown = async (of: string) => readRun(db, await findRun(db, of), LATER);

describe('a run made from another one', () => {
  test.each([
    ['again', '2026-04-01', '2026-04-30'],
    ['previous', '2026-03-01', '2026-03-31'],
    ['last-year', '2025-04-01', '2025-04-30'],
  ] as const)('%s has fixed dates, and everything else from the first', async (kind, from, to) => {
    const first = await shown(run.id);
    const { id: made, created } = await relate(kind);
    expect(created).toBe(true);
    const second = await shown(made);
    expect(second).toMatchObject({
      state: 'running',
      operator: 'Paul',
      from,
      to,
      name: 'Monthly',
      saved: { id: id(5), version: 2 },
      relation: { kind, run: run.id },
      tariff: TARIFF,
      progress: { entities: { total: 2 } },
    });
    expect(second.definition).toEqual({
      ...first.definition,
      period: { kind: 'range', from, to },
    });
    const entities = await db
      .selectFrom('report_entities')
      .where('run_no', '=', (await findRun(db, made)).run_no)
      .orderBy('entity_no')
      .select(['entity_id', 'name', 'type', 'collectives'])
      .execute();
    expect(entities).toEqual([
      { entity_id: id(11), name: 'Van 1', type: 'EV', collectives: `${id(1)}+${id(2)}` },
      { entity_id: id(12), name: null, type: null, collectives: '' },
    ]);
  });

  test('for another period exists once, even if it is requested twice at once', async () => {
    const [one, two] = await Promise.all([relate('previous'), relate('previous')]);
    expect(one?.id).toBe(two?.id);
    expect([one, two].filter(({ created }) => created)).toHaveLength(1);
    const year = await relate('last-year');
    expect([year.created, year.id === one?.id]).toEqual([true, false]);
    await db.updateTable('report_runs').set({ state: 'complete' }).execute();
    await deleteRun(db, one?.id ?? '', DELETION);
    expect((await relate('previous')).created).toBe(true);
  });

  test('again is always a new run', async () => {
    const made = [await relate('again'), await relate('again')];
    expect(new Set([run.id, ...made.map((one) => one.id)]).size).toBe(3);
    expect(made.every(({ created }) => created)).toBe(true);
  });

  test('needs an existing run', async () => {
    await expect(relateReport(db, id(77), 'again', BY, NOW)).rejects.toMatchObject({ status: 404 });
  });
});
