import type { Kysely } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import type { Store } from '../../../store/schema/schema.ts';
import { memoryStore } from '../../../store/testing/memory-store.ts';
import { readRun } from '../results/read-run.ts';
import { storeRun } from '../testing/stored-run.ts';
import { changeRunState } from './run-state.ts';
import { findRun } from './runs.ts';

const NOW = Date.parse('2026-05-20T12:00:00Z');
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const ENTITIES = Array.from({ length: 1000 }, (_, at) => ({
  id: `0f7b7c1e-6f0f-4f7e-9a53-0c6c5c${String(at).padStart(6, '0')}`,
  name: null,
  type: null,
  collectives: [],
}));

let db: Kysely<Store>;
let run: { id: string; run_no: number };
/** How many Entities are known so far. */
let known: number;

beforeEach(async () => {
  db = await memoryStore();
  run = await storeRun(db, { entities: ENTITIES }, NOW);
  known = 0;
});

/** Has the next Entities become known at an instant; their reads were requested when the run began, or not at all. */
async function become(count: number, at: number, askedAt: number | null = NOW) {
  await db
    .updateTable('report_entities')
    .where('run_no', '=', run.run_no)
    .where('entity_no', '>', known)
    .where('entity_no', '<=', known + count)
    .set({ state: 'done', changed_at: at, asked_at: askedAt })
    .execute();
  known += count;
}
const remaining = async (now: number) =>
  (await readRun(db, await findRun(db, run.id), now)).progress.remainingMs;

test('no time is estimated before 5 seconds and 20 Entities', async () => {
  await become(19, NOW + SECOND);
  expect(await remaining(NOW + 30 * SECOND)).toBeNull();
  await become(1, NOW + SECOND);
  expect(await remaining(NOW + 4999)).toBeNull();
  // 20 in 5 s, so 980 in 245 s.
  expect(await remaining(NOW + 5 * SECOND)).toBe(245 * SECOND);
});

test('Entities that were known before do not count: they took no time', async () => {
  await become(500, NOW + SECOND, null);
  expect(await remaining(NOW + 10 * SECOND)).toBeNull();
  await become(50, NOW + 9 * SECOND);
  expect(await remaining(NOW + 10 * SECOND)).toBe(90 * SECOND);
});

test('the pace is that of the last minute, once there is one', async () => {
  await become(20, NOW + 50 * SECOND);
  await become(80, NOW + 90 * SECOND);
  // Since the beginning it is 100 in two minutes; 80 of them in the last one.
  expect(await remaining(NOW + 2 * MINUTE)).toBe((900 * MINUTE) / 80);
  // Too few lately: the pace since the beginning.
  expect(await remaining(NOW + 3 * MINUTE)).toBe(27 * MINUTE);
});

test('after a resume, only what became known since then counts', async () => {
  await become(200, NOW + 10 * SECOND);
  await changeRunState(db, run.id, 'stopped', NOW + MINUTE);
  expect(await remaining(NOW + MINUTE)).toBeNull();
  const resumed = NOW + 60 * MINUTE;
  await changeRunState(db, run.id, 'running', resumed);
  expect(await remaining(resumed + 10 * SECOND)).toBeNull();
  // Their reads were requested before the stop.
  await become(40, resumed + 8 * SECOND);
  expect(await remaining(resumed + 10 * SECOND)).toBe(190 * SECOND);
});
