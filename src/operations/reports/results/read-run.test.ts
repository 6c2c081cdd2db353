import type { Kysely } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { ReportRun } from '../../../contract/console/report-run.ts';
import type { ReportRunRow } from '../../../store/schema/report-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { memoryStore } from '../../../store/testing/memory-store.ts';
import { sealRun, sealedManifest } from './manifest.ts';
import { readRun, readRunEntities, readRuns } from './read-run.ts';
import { finishRun } from '../runs/finish-run.ts';
import { retryFailed } from '../runs/run-state.ts';
import { findRun } from '../runs/runs.ts';
import { OLD_RUN } from '../testing/old-run.ts';
import { chargeSession, storeFleetSessions } from '../../fleet/testing/fleet-rows.ts';
import { aDefinition, readInPages, storeRun } from '../testing/stored-run.ts';

const BY = { operator: { id: 'o', name: 'Ada', role: 'operator' as const } };

/** The operator who seals, and the time. */
const SEAL = { by: 'Ada', at: Date.parse('2026-05-24T08:30:00Z'), key: 'a-key' };

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

/** Takes over all Entities except the third, which failed. */
async function takeAll() {
  for (const at of [1, 2, 4]) await readInPages(db, run, id(at), []);
  await readInPages(db, run, id(3), [], 100, { failure: 'No access.', readAt: null });
}

async function finishAll() {
  await takeAll();
  await finishRun(db, run.id, LATER);
  run = await findRun(db, run.id);
}

async function sealAll() {
  await finishAll();
  await sealRun(db, run.id, SEAL);
  run = await findRun(db, run.id);
}

describe('the manifest', () => {
  test('exists once the run is sealed, unchanged since', async () => {
    await expect(sealRun(db, run.id, SEAL)).rejects.toThrow('is not finished');
    await finishAll();
    expect(() => sealedManifest(run)).toThrow('is not sealed');
    await sealRun(db, run.id, SEAL);
    run = await findRun(db, run.id);
    expect(sealedManifest(run)).toMatchObject({
      runId: run.id,
      name: null,
      relation: null,
      definition: { siteTime: false },
      asOf: '2026-05-23T12:00:00.000Z',
      entities: [{ state: 'done' }, { state: 'done' }, { state: 'failed' }, { state: 'done' }],
    });
    expect(sealedManifest(run).entities.map(({ readAt }) => readAt)).toEqual([
      '2026-05-20T12:00:00.000Z',
      '2026-05-20T12:00:00.000Z',
      null,
      '2026-05-20T12:00:00.000Z',
    ]);
  });

  test('is refused with a message if it was changed in the store', async () => {
    await sealAll();
    const manifest = (run.manifest ?? '').replace('"asked":0', '"asked":4');
    expect(manifest).not.toBe(run.manifest);
    await db.updateTable('report_runs').set({ manifest }).execute();
    const changed = await findRun(db, run.id);
    expect(() => sealedManifest(changed)).toThrow('was changed after it was sealed');
  });

  test('of a run that read pages from the Service still opens, and matches its hash', async () => {
    await db
      .updateTable('report_runs')
      .set({ state: 'partial', finished_at: NOW, ...OLD_RUN })
      .execute();
    const old = await findRun(db, run.id);
    expect(sealedManifest(old)).toMatchObject({
      pages: 2,
      requests: 4,
      entities: [
        { pages: 2, sessions: 5 },
        { state: 'failed', error: 'No disk' },
      ],
    });
    expect(sealedManifest(old).entities[0]).not.toHaveProperty('readAt');
    expect(ReportRun.parse(await readRun(db, old, LATER))).toMatchObject({
      hash: OLD_RUN.manifest_hash,
      sealed: null,
      progress: { sessions: 5, oldestReadAt: null, knownLate: null },
    });
  });

  test('makes the run final: it cannot be sealed twice or read again', async () => {
    await sealAll();
    await sealRun(db, run.id, SEAL);
    for (const other of [
      { ...SEAL, key: 'another' },
      { ...SEAL, by: 'Grace' },
    ]) {
      await expect(sealRun(db, run.id, other)).rejects.toThrow('was sealed already by Ada');
    }
    await expect(retryFailed(db, run.id, id(3), BY, LATER)).rejects.toThrow('is sealed');
    expect((await findRun(db, run.id)).manifest_hash).toBe(run.manifest_hash);
    const { sealed } = ReportRun.parse(await readRun(db, run, LATER));
    expect(sealed).toEqual({ at: '2026-05-24T08:30:00.000Z', by: 'Ada' });
  });

  test('is made only after a failed Entity was read again', async () => {
    await finishAll();
    await retryFailed(db, run.id, id(3), BY, LATER);
    await expect(sealRun(db, run.id, SEAL)).rejects.toThrow('is not finished');
    await readInPages(db, run, id(3), []);
    await finishRun(db, run.id, LATER);
    await sealRun(db, run.id, SEAL);
    run = await findRun(db, run.id);
    expect(sealedManifest(run).entities.map(({ state }) => state)).toEqual(
      Array.from({ length: 4 }, () => 'done'),
    );
  });
});

describe('a run', () => {
  /** A session that the Service computed at 05:30, as it does every day. */
  const computedDaily = () =>
    storeFleetSessions(
      db,
      id(9),
      [chargeSession({ startMs: Date.parse('2026-05-17T03:30:00Z'), energy: 1 })],
      NOW,
    );

  test('is provisional from the day before it began, however long it took', async () => {
    // When the Service computes sessions is not known: it may be at the end of a day.
    expect((await readRun(db, run, NOW)).provisionalFrom).toBe('2026-05-18T00:00:00.000Z');
    await computedDaily();
    await sealAll();
    const shown = ReportRun.parse(await readRun(db, run, LATER));
    expect(shown.provisionalFrom).toBe('2026-05-19T00:00:00.000Z');
    expect(sealedManifest(run).provisionalFrom).toBe(shown.provisionalFrom);
    const definition = aDefinition({
      period: { kind: 'range', from: '2026-04-01', to: '2026-04-30' },
    });
    const older = await storeRun(db, { entities: ENTITIES, definition }, NOW);
    expect((await readRun(db, older, NOW)).provisionalFrom).toBeNull();
  });

  test('of older reads is provisional from the day before the oldest of them', async () => {
    await computedDaily();
    await readInPages(db, run, id(1), [], 100, { readAt: NOW - 26 * 3_600_000 });
    await readInPages(db, run, id(2), []);
    expect(await readRun(db, run, NOW)).toMatchObject({
      provisionalFrom: '2026-05-18T00:00:00.000Z',
      progress: { oldestReadAt: '2026-05-19T10:00:00.000Z' },
    });
  });

  test('shows the same progress before and after it is finished and sealed', async () => {
    await takeAll();
    const { progress } = await readRun(db, run, NOW);
    expect(progress).toMatchObject({ entities: { total: 4, done: 3, failed: 1, waiting: 0 } });
    await finishRun(db, run.id, NOW);
    const finished = { state: 'partial', hash: null, progress };
    expect(await readRun(db, await findRun(db, run.id), NOW)).toMatchObject(finished);
    await sealRun(db, run.id, SEAL);
    expect(await readRun(db, await findRun(db, run.id), NOW)).toMatchObject({ progress });
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
    await finishAll();
    const page = async (ask: Partial<Parameters<typeof readRunEntities>[2]>) => {
      const all = await readRunEntities(db, run, { limit: 10, offset: 0, ...ask });
      return [all.entities.map(({ name }) => name), all.count];
    };
    expect(await page({})).toEqual([['Van 3', 'Van 1', 'Van 2', 'Van 4'], 4]);
    expect(await page({ limit: 2, offset: 1 })).toEqual([['Van 1', 'Van 2'], 4]);
    expect(await page({ state: 'failed' })).toEqual([['Van 3'], 1]);
    expect(await page({ state: 'done', limit: 1, offset: 2 })).toEqual([['Van 4'], 3]);
    expect(await page({ state: 'waiting' })).toEqual([[], 0]);
  });
});
