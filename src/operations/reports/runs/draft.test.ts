import type { Kysely } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ReportDefinition } from '../../../contract/console/report-definition.ts';
import { manualClock } from '../../../lib/testing/manual-clock.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { memoryStore } from '../../../store/testing/memory-store.ts';
import { saveDefinition } from '../definitions/definitions.ts';
import { sealRun } from '../results/manifest.ts';
import { readRun, readRuns } from '../results/read-run.ts';
import { DELETION, aDefinition } from '../testing/stored-run.ts';
import { draftReport } from './draft.ts';
import { DRAFT_LIFE_MS, lookAtRun } from './draft-life.ts';
import { relateReport } from './relate.ts';
import { createRunRemover, deleteRun } from './remove-run.ts';
import { changeRunState, retryFailed } from './run-state.ts';
import { findRun } from './runs.ts';
import { startReport } from './start.ts';

/** The operator who seals, and the time. */
const SEAL = { by: 'Ada', at: Date.parse('2026-05-24T08:30:00Z'), key: 'a-key' };

const NOW = Date.parse('2026-05-20T12:00:00Z');
const OLGA = { operator: { id: 'o', name: 'Olga', role: 'operator' } } as const;
const EVE = { operator: { id: 'e', name: 'Eve', role: 'operator' } } as const;
const id = (at: number) => `0f7b7c1e-6f0f-4f7e-9a53-0c6c5c1f${String(at).padStart(4, '0')}`;
const ENTITIES = [id(1), id(2)];

let db: Kysely<Store>;
beforeEach(async () => {
  db = await memoryStore();
});

const asked = (more: Partial<ReportDefinition> = {}) =>
  aDefinition({
    scope: { collectives: [], entities: ENTITIES, types: [], tags: [] },
    period: { kind: 'preset', preset: 'last-month' },
    ...more,
  });
const draft = (more: Partial<ReportDefinition> = {}, replaces: string | null = null, by = OLGA) =>
  draftReport(db, { definition: asked(more), replaces }, by, NOW);
const keep = (
  of: string,
  more: Partial<ReportDefinition> = {},
  { by = OLGA, now = NOW, saved = null }: Partial<Keep> = {},
) => startReport(db, { definition: asked(more), saved, draft: of }, by, now);
interface Keep {
  by: typeof OLGA | typeof EVE;
  now: number;
  saved: { id: string; version: number } | null;
}
const listed = async () => (await readRuns(db, { limit: 10, offset: 0 }, NOW)).count;
const isThere = async (run: string) =>
  findRun(db, run).then(
    () => true,
    () => false,
  );

describe('a draft', () => {
  test('is a run of the Entities in scope, and in no list', async () => {
    const run = await findRun(db, await draft());
    expect(await readRun(db, run, NOW)).toMatchObject({
      draft: true,
      state: 'running',
      from: '2026-04-01',
      to: '2026-04-30',
      progress: { entities: { total: 2 } },
    });
    expect(await listed()).toBe(0);
  });

  test('replaces the previous draft, but no other operator’s', async () => {
    const first = await draft();
    const second = await draft({ boundary: 'end' }, first);
    expect([await isThere(first), await isThere(second)]).toEqual([false, true]);
    await draftReport(db, { definition: asked(), replaces: second }, EVE, NOW);
    expect(await isThere(second)).toBe(true);
  });

  test('never replaces a report', async () => {
    const report = await startReport(db, { definition: asked(), saved: null }, OLGA, NOW);
    await draft({}, report);
    expect(await isThere(report)).toBe(true);
  });

  test('is limited to three per operator', async () => {
    const foreign = await draftReport(db, { definition: asked(), replaces: null }, EVE, NOW);
    const made: string[] = [];
    for (let at = 0; at < 4; at += 1) made.push(await draft());
    expect(await Promise.all(made.map(isThere))).toEqual([false, true, true, true]);
    const last = await draft({}, made[3]);
    expect(await Promise.all(made.map(isThere))).toEqual([false, true, true, false]);
    expect([await isThere(last), await isThere(foreign)]).toEqual([true, true]);
  });

  test('is neither changed, sealed, deleted nor derived from', async () => {
    const run = await draft();
    const refused = { status: 404 };
    await expect(changeRunState(db, run, 'stopped', NOW)).rejects.toMatchObject(refused);
    await db.updateTable('report_runs').set({ state: 'complete', finished_at: NOW }).execute();
    await expect(sealRun(db, run, SEAL)).rejects.toMatchObject(refused);
    await expect(deleteRun(db, run, DELETION)).rejects.toMatchObject(refused);
    await expect(relateReport(db, run, 'previous', OLGA, NOW)).rejects.toMatchObject(refused);
    expect((await findRun(db, run)).state).toBe('complete');
  });

  test('is retried by its operator alone', async () => {
    const run = await draft();
    await expect(retryFailed(db, run, null, EVE, NOW)).rejects.toMatchObject({ status: 404 });
    await expect(retryFailed(db, run, null, OLGA, NOW)).rejects.toMatchObject({ status: 409 });
  });
});

describe('a draft that is not used', () => {
  const remove = async (now: number) => {
    const clock = manualClock(now);
    const remover = createRunRemover({ db, clock, onError: (error) => expect.fail(String(error)) });
    remover.wake();
    for (let turns = 0; turns < 200 && (clock.next() ?? 0) < 60_000; turns += 1) {
      clock.advance(10);
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    }
    await remover.stop();
  };
  const rows = async () =>
    (await db.selectFrom('report_runs').orderBy('run_no').select('id').execute()).map(
      ({ id: each }) => each,
    );

  test('is removed with all its data an hour after it was last opened', async () => {
    const run = await draft();
    const used = NOW + DRAFT_LIFE_MS - 1;
    await lookAtRun(db, run, OLGA, used);
    await remove(NOW + DRAFT_LIFE_MS + 1);
    expect(await isThere(run)).toBe(true);
    await remove(used + DRAFT_LIFE_MS);
    expect(await isThere(run)).toBe(false);
    expect(await db.selectFrom('report_entities').selectAll().execute()).toEqual([]);
  });

  test('leaves no row, except for the newest number, which is not reused', async () => {
    const report = await startReport(db, { definition: asked(), saved: null }, OLGA, NOW);
    const runs = [await draft(), await draft()];
    await remove(NOW + DRAFT_LIFE_MS);
    expect(await rows()).toEqual([report, runs[1]]);
    const next = await findRun(db, await draft());
    expect(next.run_no).toBe(4);
  });

  test('exists only for its operator, a report for everybody', async () => {
    const run = await draft();
    await expect(lookAtRun(db, run, EVE, NOW)).rejects.toMatchObject({ status: 404 });
    await keep(run);
    expect((await lookAtRun(db, run, EVE, NOW)).id).toBe(run);
  });

  test('notes its use at most once a minute', async () => {
    const run = await draft();
    const until = async () => (await findRun(db, run)).draft_until;
    await lookAtRun(db, run, OLGA, NOW + 59_000);
    expect(await until()).toBe(NOW + DRAFT_LIFE_MS);
    await lookAtRun(db, run, OLGA, NOW + 61_000);
    expect(await until()).toBe(NOW + 61_000 + DRAFT_LIFE_MS);
  });

  test('is no longer a report', async () => {
    const run = await draft();
    expect(await keep(run, {}, { now: NOW + DRAFT_LIFE_MS })).not.toBe(run);
  });
});

describe('making a report from a draft', () => {
  test('keeps the run unchanged', async () => {
    const run = await draft();
    expect(await keep(run)).toBe(run);
    expect(await readRun(db, await findRun(db, run), NOW)).toMatchObject({ draft: false });
    expect(await listed()).toBe(1);
    // It is a report now, so it cannot be made from the draft again.
    expect(await keep(run)).not.toBe(run);
    await draft({}, run);
    expect(await isThere(run)).toBe(true);
  });

  test('gives it the name of its saved definition, and the last chosen grouping', async () => {
    const definition = asked({ grouping: 'month' });
    const saved = { id: id(50), version: 1 };
    await saveDefinition(db, { id: saved.id, name: 'Month', definition }, OLGA, NOW);
    const run = await draft({ grouping: 'entity' });
    expect(await keep(run, { grouping: 'month' }, { saved })).toBe(run);
    expect(await readRun(db, await findRun(db, run), NOW)).toMatchObject({
      name: 'Month',
      saved,
      definition: { grouping: 'month' },
    });
  });

  test.each<[string, Partial<ReportDefinition>, Partial<Keep>]>([
    ['another question', { boundary: 'end' }, {}],
    ['another period', { period: { kind: 'preset', preset: 'this-month' } }, {}],
    ['the same preset in the next month', {}, { now: Date.parse('2026-06-01T00:30:00Z') }],
    ['another operator', {}, { by: EVE }],
  ])('makes another run for %s', async (_why, more, how) => {
    const run = await draft();
    await db
      .updateTable('report_runs')
      .set({ draft_until: Date.parse('2027-01-01T00:00:00Z') })
      .execute();
    const made = await keep(run, more, how);
    expect(made).not.toBe(run);
    expect((await findRun(db, made)).draft_until).toBeNull();
    expect((await findRun(db, run)).draft_until).not.toBeNull();
  });
});
