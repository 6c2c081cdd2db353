import { sql, type Kysely } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { ChargeSession } from '../../../contract/charge-session.ts';
import { isoInstant } from '../../../domain/instant.ts';
import type { ReportRunRow } from '../../../store/schema/report-schema.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { manualClock, type ManualClock } from '../../../lib/testing/manual-clock.ts';
import { memoryStore } from '../../../store/testing/memory-store.ts';
import { createIdDictionary } from './id-dictionary.ts';
import { ingest } from './ingest.ts';
import { readRuns } from '../results/read-run.ts';
import { createRunRemover, deleteRun } from './remove-run.ts';
import { findRun, rulesOf } from './runs.ts';
import { DELETION, portionOf, readInPages, storeRun } from '../testing/stored-run.ts';

const NOW = Date.parse('2026-05-20T12:00:00Z');
const id = (kind: number, at: number) =>
  `0f7b7c1e-6f0f-4f7e-9a53-${String(kind).padStart(4, '0')}${String(at).padStart(8, '0')}`;
const ENTITIES = [1, 2].map((at) => ({ id: id(1, at), name: null, type: null, collectives: [] }));
const TABLES = [
  'report_entities',
  'report_sessions',
  'report_slices',
  'report_findings',
  'report_finding_counts',
  'report_entity_cells',
  'report_place_cells',
  'report_time_cells',
  'report_places',
] as const;

let db: Kysely<Store>;
let clock: ManualClock;
let runs: ReportRunRow[];

async function rowsOf(run: ReportRunRow): Promise<number[]> {
  const counts: number[] = [];
  for (const table of TABLES) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}
      where run_no = ${run.run_no}`.execute(db);
    counts.push(rows[0]?.count ?? 0);
  }
  return counts;
}

const sessionsOf = (kind: number) =>
  Array.from({ length: 700 }, (_, at) => {
    const start = Date.UTC(2026, 2, 1) + at * 3_600_000;
    return ChargeSession.parse({
      id: id(kind, at),
      data: {
        start: isoInstant(start),
        end: isoInstant(start + 2.5 * 3_600_000),
        charge: { total: { total: 7, unit: 'kWh' } },
        location: { address: `Gate ${at % 7}` },
      },
    });
  });

beforeEach(async () => {
  db = await memoryStore();
  clock = manualClock(NOW);
  runs = [];
  for (let at = 0; at < 2; at += 1) {
    const run = await storeRun(db, { entities: ENTITIES }, NOW);
    for (const [kind, { id: entity }] of ENTITIES.entries()) {
      await readInPages(db, run, entity, sessionsOf(kind + 2), 350);
    }
    runs.push(run);
  }
  await db.updateTable('report_runs').set({ state: 'complete' }).execute();
});

/** Releases what waits for the store, and advances the clock until nothing is left to do. */
async function untilIdle() {
  for (let turns = 0; turns < 500; turns += 1) {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    const next = clock.next();
    if (next !== null && next > 60_000) return turns;
    clock.advance(10);
  }
  return 500;
}

test('hides a deleted run at once, and removes it in small steps, without touching anything else', async () => {
  const [gone, kept] = runs;
  if (gone === undefined || kept === undefined) throw new Error('no runs');
  const all = await rowsOf(kept);
  expect(all.every((count) => count > 0)).toBe(true);
  await deleteRun(db, gone.id, DELETION);
  await expect(findRun(db, gone.id)).rejects.toMatchObject({ status: 404 });
  await expect(deleteRun(db, gone.id, DELETION)).rejects.toMatchObject({ status: 404 });
  const { runs: listed, count } = await readRuns(db, { limit: 10, offset: 0 }, NOW);
  expect([listed.map((run) => run.id), count]).toEqual([[kept.id], 1]);
  expect(await rowsOf(gone)).toEqual(all);

  const remover = createRunRemover({ db, clock, onError: (error) => expect.fail(String(error)) });
  remover.wake();
  expect(await untilIdle()).toBeGreaterThan(3);
  expect(await rowsOf(gone)).toEqual(TABLES.map(() => 0));
  expect(await rowsOf(kept)).toEqual(all);
  await remover.stop();
  // Its number is not reused.
  const next = await storeRun(db, { entities: ENTITIES }, NOW);
  expect(next.run_no).toBe(3);
});

test('removes what a stop left after the next start', async () => {
  const [gone] = runs;
  if (gone === undefined) throw new Error('no run');
  await db.updateTable('report_entities').set({ state: 'waiting' }).execute();
  const entity = await db
    .selectFrom('report_entities')
    .where('run_no', '=', gone.run_no)
    .selectAll()
    .executeTakeFirstOrThrow();
  const rules = rulesOf(gone);
  await deleteRun(db, gone.id, DELETION);
  const first = createRunRemover({ db, clock, onError: (error) => expect.fail(String(error)) });
  first.wake();
  clock.advance(1);
  await first.stop();
  const left = await rowsOf(gone);
  expect(left.some((count) => count > 0)).toBe(true);
  expect(left[0]).toBe(0);
  // Portions still in progress are not stored any more.
  const parts = { db, ids: createIdDictionary(), now: NOW };
  await ingest(gone, rules, [portionOf(gone, entity, sessionsOf(9))], parts);
  expect(await rowsOf(gone)).toEqual(left);
  const second = createRunRemover({ db, clock, onError: (error) => expect.fail(String(error)) });
  second.wake();
  await untilIdle();
  await second.stop();
  expect(await rowsOf(gone)).toEqual(TABLES.map(() => 0));
});

test('removes from every table of runs', async () => {
  const { rows } = await sql<{ name: string }>`select name from sqlite_master
    where type = 'table' and name like 'report_%'`.execute(db);
  const kept = ['report_documents', 'report_runs', 'report_units'];
  expect(rows.map(({ name }) => name).toSorted()).toEqual([...TABLES, ...kept].toSorted());
});

test('a running run must be stopped first', async () => {
  const run = await storeRun(db, { entities: ENTITIES }, NOW);
  await expect(deleteRun(db, run.id, DELETION)).rejects.toMatchObject({ status: 409 });
  expect((await findRun(db, run.id)).state).toBe('running');
});
