import type { Kysely } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { ReportRun } from '../../../contract/console/report-run.ts';
import type { ReportRunRow } from '../../../store/schema/report-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { memoryStore } from '../../../store/testing/memory-store.ts';
import { sealRun, sealedManifest } from './manifest.ts';
import { readRun, readRunEntities, readRuns } from './read-run.ts';
import { failEntity, retryFailed } from '../runs/run-state.ts';
import { findRun } from '../runs/runs.ts';
import { aDefinition, readInPages, storeRun } from '../testing/stored-run.ts';

const NOW = Date.parse('2026-05-20T12:00:00Z');
const LATER = NOW + 3 * 86_400_000;
const id = (at: number) => `0f7b7c1e-6f0f-4f7e-9a53-0c6c5c1f${String(at).padStart(4, '0')}`;
const ENTITIES = [1, 2, 3, 4].map((at) => ({
  id: id(at),
  name: `Van ${at}`,
  type: 'EV',
  collectives: [],
}));

let db: Kysely<Store>;
let run: ReportRunRow;
beforeEach(async () => {
  db = await memoryStore();
  const definition = aDefinition({
    period: { kind: 'range', from: '2026-05-01', to: '2026-05-31' },
  });
  run = await storeRun(db, { entities: ENTITIES, definition }, NOW);
});

/** Reads all Entities but the third, which fails. */
async function readAll() {
  for (const at of [1, 2, 4]) await readInPages(db, run, id(at), []);
  await failEntity(db, { run_no: run.run_no, entity_no: 3 }, 'No access.', NOW);
  await sealRun(db, run.id, LATER);
  run = await findRun(db, run.id);
}

describe('the manifest', () => {
  test('exists once the run is finished, unchanged since it was sealed', async () => {
    expect(() => sealedManifest(run)).toThrow('has not been read to its end');
    await readAll();
    expect(sealedManifest(run)).toMatchObject({
      runId: run.id,
      name: null,
      relation: null,
      definition: { siteTime: false },
      asOf: '2026-05-23T12:00:00.000Z',
      entities: [{ state: 'done' }, { state: 'done' }, { state: 'failed' }, { state: 'done' }],
    });
  });

  test('is refused with a message if it was changed in the store', async () => {
    await readAll();
    const manifest = (run.manifest ?? '').replace('"pages":3', '"pages":4');
    expect(manifest).not.toBe(run.manifest);
    await db.updateTable('report_runs').set({ manifest }).execute();
    const changed = await findRun(db, run.id);
    expect(() => sealedManifest(changed)).toThrow('was changed after it was sealed');
  });

  test('is removed when an Entity is read again, and then sealed again', async () => {
    await readAll();
    const first = run.manifest_hash;
    await retryFailed(db, run.id, id(3), LATER);
    run = await findRun(db, run.id);
    expect(() => sealedManifest(run)).toThrow('has not been read to its end');
    await readInPages(db, run, id(3), []);
    await sealRun(db, run.id, LATER);
    run = await findRun(db, run.id);
    expect(run.manifest_hash).not.toBe(first);
    expect(sealedManifest(run).entities.map(({ state }) => state)).toEqual(
      Array.from({ length: 4 }, () => 'done'),
    );
  });
});

describe('a run', () => {
  test('is provisional from the day before it was begun, however long it took', async () => {
    await readAll();
    const shown = ReportRun.parse(await readRun(db, run, LATER));
    expect(shown.provisionalFrom).toBe('2026-05-19T00:00:00.000Z');
    expect(sealedManifest(run).provisionalFrom).toBe(shown.provisionalFrom);
    const definition = aDefinition({
      period: { kind: 'range', from: '2026-04-01', to: '2026-04-30' },
    });
    const older = await storeRun(db, { entities: ENTITIES, definition }, NOW);
    expect((await readRun(db, older, NOW)).provisionalFrom).toBeNull();
  });

  test('shows the same progress before and after it is sealed', async () => {
    for (const at of [1, 2, 4]) await readInPages(db, run, id(at), []);
    await failEntity(db, { run_no: run.run_no, entity_no: 3 }, 'No access.', NOW);
    const { progress } = await readRun(db, run, NOW);
    expect(progress).toMatchObject({
      entities: { total: 4, done: 3, failed: 1, waiting: 0 },
      pages: 3,
    });
    await sealRun(db, run.id, NOW);
    expect(await readRun(db, await findRun(db, run.id), NOW)).toMatchObject({
      state: 'partial',
      progress,
    });
  });

  test('is listed in pages, the newest first', async () => {
    const ids = [run.id];
    for (let at = 0; at < 4; at += 1) {
      ids.unshift((await storeRun(db, { entities: ENTITIES }, NOW)).id);
    }
    const page = async (limit: number, offset: number) => {
      const { runs, count } = await readRuns(db, { limit, offset }, NOW);
      return [runs.map((one) => ReportRun.parse(one).id), count];
    };
    expect(await page(3, 0)).toEqual([ids.slice(0, 3), 5]);
    expect(await page(3, 3)).toEqual([ids.slice(3), 5]);
    expect(await page(3, 6)).toEqual([[], 5]);
  });

  test('has its Entities in pages, failed ones first, or by state', async () => {
    await readAll();
    const page = async (ask: Partial<Parameters<typeof readRunEntities>[2]>) => {
      const all = await readRunEntities(db, run.run_no, { limit: 10, offset: 0, ...ask });
      return [all.entities.map(({ name }) => name), all.count];
    };
    expect(await page({})).toEqual([['Van 3', 'Van 1', 'Van 2', 'Van 4'], 4]);
    expect(await page({ limit: 2, offset: 1 })).toEqual([['Van 1', 'Van 2'], 4]);
    expect(await page({ state: 'failed' })).toEqual([['Van 3'], 1]);
    expect(await page({ state: 'done', limit: 1, offset: 2 })).toEqual([['Van 4'], 3]);
    expect(await page({ state: 'waiting' })).toEqual([[], 0]);
  });
});
