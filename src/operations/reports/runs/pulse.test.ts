import type { Kysely } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readChanges } from '../../live/changes.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { currentVersion } from '../../../store/version.ts';
import { manualClock, type ManualClock } from '../../../lib/testing/manual-clock.ts';
import { memoryStore } from '../../../store/testing/memory-store.ts';
import { createReportPulse, type ReportPulse } from './pulse.ts';
import { changeRunState } from './run-state.ts';
import { finishAndSeal, storeRun, readInPages } from '../testing/stored-run.ts';

const NOW = Date.parse('2026-05-20T12:00:00Z');
const ENTITY = '0f7b7c1e-6f0f-4f7e-9a53-0c6c5c1f0101';
const ENTITIES = [{ id: ENTITY, name: null, type: null, collectives: [] }];

let db: Kysely<Store>;
let clock: ManualClock;
let pulse: ReportPulse;
let beats: number;

beforeEach(async () => {
  db = await memoryStore();
  clock = manualClock(NOW);
  beats = 0;
  pulse = createReportPulse({
    db,
    clock,
    onBeat: () => {
      beats += 1;
    },
    onError: (error) => expect.fail(String(error)),
  });
});
afterEach(() => pulse.stop());

const settle = () =>
  new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
const pass = async (ms: number) => {
  for (let at = 0; at < ms; at += 100) {
    clock.advance(100);
    await settle();
  }
};
const changesSince = async (version: number) => {
  const { version: at, changed } = await readChanges(db, version, clock.now());
  return { version: at, runs: changed.report ?? [] };
};

test('announces a running report at once, and then once a second however often it changes', async () => {
  const run = await storeRun(db, { entities: ENTITIES }, NOW);
  let seen = await currentVersion(db);
  const told: number[] = [];
  for (let tenths = 0; tenths < 30; tenths += 1) {
    pulse.changed();
    await pass(100);
    const { version, runs } = await changesSince(seen);
    if (version === seen) continue;
    expect(runs).toEqual([run.id]);
    told.push(tenths);
    seen = version;
  }
  expect(told).toEqual([0, 9, 19, 29]);
  await pass(5000);
  // Nothing is announced without a change.
  expect(beats).toBe(4);
  expect(await currentVersion(db)).toBe(seen);
});

test('announces its end, also to browsers that return later', async () => {
  const run = await storeRun(db, { entities: ENTITIES }, NOW);
  const { version } = await changesSince(0);
  await readInPages(db, run, ENTITY, []);
  await finishAndSeal(db, run.id, clock.now());
  pulse.changed();
  await pass(1000);
  expect((await changesSince(version)).runs).toEqual([run.id]);
  expect((await changesSince(await currentVersion(db))).runs).toEqual([]);
});

test('announces stopping and resuming by any operator', async () => {
  const run = await storeRun(db, { entities: ENTITIES }, NOW);
  let since = await currentVersion(db);
  for (const state of ['stopped', 'running'] as const) {
    await changeRunState(db, run.id, state, clock.now());
    const { version, runs } = await changesSince(since);
    expect(runs).toEqual([run.id]);
    since = version;
  }
});

test('does not announce runs that are not running', async () => {
  const run = await storeRun(db, { entities: ENTITIES }, NOW);
  await changeRunState(db, run.id, 'stopped', NOW);
  const before = await currentVersion(db);
  pulse.changed();
  await pass(3000);
  expect(await currentVersion(db)).toBe(before);
});
