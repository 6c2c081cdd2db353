import { setImmediate as turn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { manualClock, type ManualClock } from '../../../lib/testing/manual-clock.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { memoryStore } from '../../../store/testing/memory-store.ts';
import {
  chargeSession,
  storeFleetReads,
  storeFleetSessions,
} from '../../fleet/testing/fleet-rows.ts';
import { finishRun } from '../runs/finish-run.ts';
import { retryFailed } from '../runs/run-state.ts';
import { findRun } from '../runs/runs.ts';
import { sealRun } from '../results/manifest.ts';
import { aDefinition, storeRun } from '../testing/stored-run.ts';
import { ENTITIES, uuid } from '../testing/random-sessions.ts';
import { createBefores, type Befores } from './befores.ts';

const BY = { operator: { id: 'o', name: 'Ada', role: 'operator' as const } };

/** The operator who seals, and the time. */
const SEAL = { by: 'Ada', at: Date.parse('2026-05-24T08:30:00Z'), key: 'a-key' };

const NOW = Date.parse('2026-05-20T12:00:00Z');
const LONG_AGO = Date.UTC(2000, 0, 1);
const MARCH = { from: '2026-03-01', to: '2026-03-31' };

let db: Kysely<Store>;
let clock: ManualClock;
let befores: Befores;
beforeEach(async () => {
  db = await memoryStore();
  clock = manualClock(NOW);
  befores = make();
});
afterEach(async () => {
  await befores.stop();
  await db.destroy();
});

const make = () => createBefores({ db, reader: db, clock, giveWay: async () => {}, most: 3 });

const readAll = async () => {
  for (const { id } of ENTITIES) await storeFleetReads(db, id, NOW, LONG_AGO);
};
const addSession = (at: number) =>
  storeFleetSessions(
    db,
    ENTITIES[0]?.id ?? '',
    [chargeSession({ id: uuid(2, at), startMs: Date.UTC(2026, 2, 2) + at, energy: 2 })],
    NOW,
  );

/** A run of April. @param failed whether reading one of its Entities failed */
async function april(failed = false): Promise<string> {
  const period = { kind: 'range', from: '2026-04-01', to: '2026-04-30' } as const;
  const run = await storeRun(db, { entities: ENTITIES, definition: aDefinition({ period }) }, NOW);
  await db
    .updateTable('report_entities')
    .set({ state: 'done' })
    .where('run_no', '=', run.run_no)
    .execute();
  if (failed) {
    await db
      .updateTable('report_entities')
      .set({ state: 'failed' })
      .where('entity_no', '=', 1)
      .execute();
  }
  await finishRun(db, run.id, NOW);
  return run.id;
}
const ask = async (id: string) => befores.of(await findRun(db, id));
const sessionsOf = (sessions: number) => ({ ...MARCH, state: 'known', totals: [{ sessions }] });

test('adds up once: another process answers from the run', async () => {
  await readAll();
  await addSession(1);
  const id = await april();
  expect(await ask(id)).toMatchObject(sessionsOf(1));
  await addSession(2);
  await befores.stop();
  befores = make();
  expect(await ask(id)).toMatchObject(sessionsOf(1));
});

test('drops the sums when Entities of the run are read again, and fixes them once it is sealed', async () => {
  await readAll();
  await addSession(1);
  const id = await april(true);
  expect(await ask(id)).toMatchObject(sessionsOf(1));
  clock.advance(1000);
  await retryFailed(db, id, null, BY, clock.now());
  await expect(ask(id)).rejects.toMatchObject({ status: 409 });
  await addSession(2);
  await db.updateTable('report_entities').set({ state: 'done' }).execute();
  clock.advance(1000);
  await finishRun(db, id, clock.now());
  expect(await ask(id)).toMatchObject(sessionsOf(2));
  await sealRun(db, id, SEAL);
  await expect(retryFailed(db, id, null, BY, NOW)).rejects.toMatchObject({ status: 409 });
  await addSession(3);
  expect(await ask(id)).toMatchObject(sessionsOf(2));
});

test('does not store an unknown answer', async () => {
  const id = await april();
  expect(await ask(id)).toMatchObject({ state: 'unknown', entitiesUnread: 3 });
  await readAll();
  await addSession(1);
  expect(await ask(id)).toMatchObject({ state: 'unknown' });
  clock.advance(10_000);
  expect(await ask(id)).toMatchObject(sessionsOf(1));
});

test('stores that there are too many sessions', async () => {
  await readAll();
  for (const at of [1, 2, 3, 4]) await addSession(at);
  const id = await april();
  expect(await ask(id)).toEqual({ ...MARCH, state: 'too-many', most: 3 });
  expect((await findRun(db, id)).before_sums).toContain('too-many');
});

test('adds up one run after another, and no request waits long', async () => {
  await readAll();
  await addSession(1);
  const runs = [await findRun(db, await april()), await findRun(db, await april())];
  let ways = 0;
  let giveWay = () => {};
  const hold = new Promise<void>((resolve) => {
    giveWay = resolve;
  });
  befores = createBefores({
    db,
    reader: db,
    clock,
    giveWay: async () => {
      ways += 1;
      await hold;
    },
  });
  // The store is busy until both requests are answered.
  let free = () => {};
  const busy = new Promise<void>((resolve) => {
    free = resolve;
  });
  const writing = db.transaction().execute(() => busy);
  const asked = runs.map((run) => befores.of(run));
  clock.advance(250);
  expect(await Promise.all(asked)).toEqual(runs.map(() => ({ ...MARCH, state: 'adding' })));
  free();
  await writing;
  await expect.poll(() => ways).toBe(1);
  for (let at = 0; at < 50; at += 1) await turn();
  expect(ways).toBe(1);
  giveWay();
  for (const { id } of runs) {
    await expect.poll(async () => (await findRun(db, id)).before_sums).toContain('known');
  }
  expect(ways).toBeGreaterThan(1);
});
