import type { Kysely } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ChargeSession } from '../../../contract/charge-session.ts';
import { ReportDifferences, ReportDistribution } from '../../../contract/console/report-result.ts';
import { isoInstant } from '../../../domain/instant.ts';
import type { ReportRunRow } from '../../../store/schema/report-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { memoryStore } from '../../../store/testing/memory-store.ts';
import { compareRuns } from './compare-runs.ts';
import { readDifferences, type DifferencesAsk } from './read-differences.ts';
import { readDistribution } from './read-distribution.ts';
import { aDefinition, readInPages, storeRun } from '../testing/stored-run.ts';

const NOW = Date.parse('2026-05-20T12:00:00Z');
const HOUR = 3_600_000;
const id = (kind: number, at: number) =>
  `0f7b7c1e-6f0f-4f7e-9a53-${String(kind).padStart(4, '0')}${String(at).padStart(8, '0')}`;
const entity = (at: number) => ({ id: id(1, at), name: `Van ${at}`, type: 'EV', collectives: [] });

let db: Kysely<Store>;
beforeEach(async () => {
  db = await memoryStore();
});
afterEach(() => db.destroy());

function session(at: number, energy: number | null = 10, more: object = {}): ChargeSession {
  const start = Date.UTC(2026, 2, 1) + at * HOUR;
  return ChargeSession.parse({
    id: id(2, at),
    data: {
      start: isoInstant(start),
      end: isoInstant(start + HOUR),
      charge: { total: { total: energy, unit: 'kWh' } },
      ...more,
    },
  });
}

async function store(own: ReadonlyMap<number, readonly ChargeSession[]>) {
  const entities = [...own.keys()].map(entity);
  const run = await storeRun(db, { entities, definition: aDefinition() }, NOW);
  for (const [at, sessions] of own) await readInPages(db, run, id(1, at), sessions);
  return run;
}

const list = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => session(from + at));

describe('sessions in which two runs differ', () => {
  let earlier: ReportRunRow;
  let later: ReportRunRow;
  beforeEach(async () => {
    // Van 0 has no difference, and Van 3 is only in the later run.
    earlier = await store(
      new Map([
        [0, list(0, 20)],
        [1, list(20, 40)],
        [2, list(40, 45)],
      ]),
    );
    later = await store(
      new Map([
        [3, list(60, 62)],
        [2, [...list(40, 42), session(42, 11), session(43, 12), session(44), session(45)]],
        [1, list(22, 40)],
        [0, list(0, 20).toReversed()],
      ]),
    );
  });

  async function pages(kind: DifferencesAsk['kind'], limit: number) {
    const all: ReportDifferences['sessions'] = [];
    let cursor: string | null = null;
    do {
      const page: ReportDifferences = ReportDifferences.parse(
        await readDifferences(db, earlier, later, { kind, cursor, limit }),
      );
      expect(page.sessions.length).toBeLessThanOrEqual(limit);
      all.push(...page.sessions);
      ({ cursor } = page);
    } while (cursor !== null);
    return all.map(({ before, after }) => [
      before?.id ?? null,
      before?.energy ?? null,
      after?.id ?? null,
      after?.energy ?? null,
    ]);
  }

  test.each([1, 2, 100])('in pages of %d', async (limit) => {
    expect(await pages('added', limit)).toEqual([
      [null, null, id(2, 60), '10'],
      [null, null, id(2, 61), '10'],
      [null, null, id(2, 45), '10'],
    ]);
    expect(await pages('changed', limit)).toEqual([
      [id(2, 42), '10', id(2, 42), '11'],
      [id(2, 43), '10', id(2, 43), '12'],
    ]);
    expect(await pages('vanished', limit)).toEqual([
      [id(2, 20), '10', null, null],
      [id(2, 21), '10', null, null],
    ]);
    await expect(
      readDifferences(db, earlier, later, { kind: 'added', cursor: 'x', limit }),
    ).rejects.toThrow('cursor');
  });

  test('match their count, even if an Entity was not read completely', async () => {
    const counts = { added: 3, changed: 2, vanished: 2, same: 41 };
    expect(await compareRuns(db, earlier, later)).toMatchObject(counts);
    await db.updateTable('report_entities').set({ hash: null }).execute();
    expect(await compareRuns(db, earlier, later)).toMatchObject(counts);
    expect(await pages('changed', 5)).toHaveLength(2);
  });
});

describe('the distribution of energy and duration', () => {
  test('by the unit of most sessions; missing values and excluded sessions are counted separately', async () => {
    const lasting = (hours: number, at: number, energy: number | null, more: object = {}) => {
      const start = Date.UTC(2026, 2, 1) + at * HOUR;
      return session(at, energy, { end: isoInstant(start + hours * HOUR), ...more });
    };
    const run = await store(
      new Map([
        [
          0,
          [
            lasting(1, 0, 4.999999),
            lasting(2, 1, 5),
            lasting(2.5, 2, 29),
            lasting(-1, 3, 12),
            lasting(1, 4, null),
            lasting(1, 5, 9, { start: '2026-01-01T00:00:00Z' }),
            lasting(1, 6, 500, { charge: { total: { total: 500, unit: 'Wh' } } }),
          ],
        ],
      ]),
    );
    const energy = ReportDistribution.parse(
      await readDistribution(db, run.run_no, { of: 'energy' }),
    );
    expect([energy.unit, energy.without]).toEqual(['kWh', 1]);
    expect(energy.buckets).toHaveLength(30);
    expect(energy.buckets.filter(({ sessions }) => sessions > 0)).toEqual([
      { from: '4', to: '5', sessions: 1 },
      { from: '5', to: '6', sessions: 1 },
      { from: '12', to: '13', sessions: 1 },
      { from: '29', to: '30', sessions: 1 },
    ]);
    const wh = await readDistribution(db, run.run_no, { of: 'energy', unit: 'Wh' });
    expect(wh.buckets.filter(({ sessions }) => sessions > 0)).toMatchObject([{ from: '500' }]);
    const none = await readDistribution(db, run.run_no, { of: 'energy', unit: 'therm' });
    expect(none).toEqual({ of: 'energy', unit: 'therm', buckets: [], without: 0 });
    const duration = ReportDistribution.parse(
      await readDistribution(db, run.run_no, { of: 'duration' }),
    );
    expect([duration.unit, duration.without]).toEqual([null, 1]);
    expect(duration.buckets.filter(({ sessions }) => sessions > 0)).toEqual([
      { from: '60', to: '70', sessions: 3 },
      { from: '120', to: '130', sessions: 1 },
      { from: '150', to: '160', sessions: 1 },
    ]);
  });
});
