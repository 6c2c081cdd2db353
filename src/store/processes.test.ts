import type { Kysely } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { manualClock, type ManualClock } from '../lib/testing/manual-clock.ts';
import { createProcesses, forgetEnded, LEASE_MS, livingProcesses, RENEW_MS } from './processes.ts';
import type { Store } from './schema/schema.ts';
import { memoryStore } from './testing/memory-store.ts';

let db: Kysely<Store>;
let clock: ManualClock;
beforeEach(async () => {
  db = await memoryStore();
  clock = manualClock(Date.now());
});

const onError = (error: unknown) => {
  throw error;
};
const make = (isAlone = false) => createProcesses({ db, clock, isAlone, onError });
/** Lets the lease of a process run out, by the clock of the store. */
const runOut = (id: string) =>
  db.updateTable('processes').set({ lease_until: 1 }).where('id', '=', id).execute();
const living = async () => (await livingProcesses(db, clock.now()).execute()).map(({ id }) => id);

test('one process leads; another takes over once its lease has run out, and the first notices', async () => {
  const [one, two] = [make(), make()];
  await one.renew();
  await two.renew();
  expect([one.leads(), two.leads()]).toEqual([true, false]);
  await runOut(one.id);
  await two.renew();
  await one.renew();
  expect([one.leads(), two.leads()]).toEqual([false, true]);
  expect(new Set(await living())).toEqual(new Set([one.id, two.id]));
});

test('a process that stops is gone at once, and another leads', async () => {
  const [one, two] = [make(), make()];
  await one.renew();
  await two.renew();
  await one.stop();
  expect(one.holds()).toBe(false);
  expect(await living()).toEqual([two.id]);
  await two.renew();
  expect(two.leads()).toBe(true);
});

test('a process that cannot renew no longer holds its lease, by its own clock', async () => {
  const one = make();
  await one.renew();
  clock.advance(LEASE_MS - 1);
  expect([one.holds(), one.leads()]).toEqual([true, true]);
  clock.advance(1);
  expect([one.holds(), one.leads()]).toEqual([false, false]);
  await one.renew();
  expect(one.holds()).toBe(true);
});

test('a started process renews by itself', async () => {
  const one = make();
  await one.renew();
  let renewed = 0;
  one.start(async () => {
    renewed += 1;
  });
  for (let at = 0; at < 2 * LEASE_MS; at += RENEW_MS) {
    const before = renewed;
    clock.advance(RENEW_MS);
    await expect.poll(() => renewed).toBe(before + 1);
  }
  expect(one.holds()).toBe(true);
  await one.stop();
  expect(await living()).toEqual([]);
});

test('a process alone has none beside it, and its lease never runs out', async () => {
  const gone = make();
  await gone.renew();
  const alone = make(true);
  await alone.renew();
  expect(await living()).toEqual([alone.id]);
  clock.advance(1000 * LEASE_MS);
  expect([alone.leads(), await living()]).toEqual([true, [alone.id]]);
});

test('processes whose lease has run out are removed', async () => {
  const [one, two] = [make(), make()];
  await one.renew();
  await two.renew();
  await runOut(one.id);
  expect(await forgetEnded(db, clock.now())).toBe(1);
  expect(await db.selectFrom('processes').select('id').execute()).toEqual([{ id: two.id }]);
});
