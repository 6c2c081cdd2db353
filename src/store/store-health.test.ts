import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { manualClock } from '../lib/testing/manual-clock.ts';
import { memoryStore } from './testing/memory-store.ts';
import { BELIEVED_MS, WaitEnded, createStoreHealth } from './store-health.ts';

async function setUp() {
  const db = await memoryStore();
  const clock = manualClock();
  const changes: boolean[] = [];
  const health = createStoreHealth({
    db,
    clock,
    onChange: (error) => changes.push(error === null),
  });
  const limit = (pages: string) => sql.raw(`pragma max_page_count = ${pages}`).execute(db);
  return { db, clock, changes, health, limit };
}

test('a store without a free page is not writable until there is one', async () => {
  const { health, limit, clock, changes, db } = await setUp();
  expect(await health.check()).toBe(true);
  await db.deleteFrom('store_probe').execute();
  await sql`vacuum`.execute(db);
  await limit('1');
  clock.advance(BELIEVED_MS - 1);
  expect(await health.check()).toBe(true);
  clock.advance(1);
  expect(await health.check()).toBe(false);
  await limit('1000000');
  clock.advance(BELIEVED_MS);
  expect(await health.check()).toBe(true);
  expect(changes).toEqual([false, true]);
  expect(await db.selectFrom('store_probe').selectAll().execute()).toEqual([]);
});

test('waiting for the store ends when it is writable, or is aborted', async () => {
  const { health, limit, clock, db } = await setUp();
  await sql`vacuum`.execute(db);
  await limit('1');
  await health.check();
  const given = new AbortController();
  const waits = health.whenWritable();
  const givesUp = health.whenWritable(given.signal);
  given.abort();
  await expect(givesUp).rejects.toBeInstanceOf(WaitEnded);
  await limit('1000000');
  clock.advance(BELIEVED_MS);
  await health.check();
  await waits;
  await sql`vacuum`.execute(db);
  await limit('1');
  clock.advance(BELIEVED_MS);
  await health.check();
  const [late] = await Promise.allSettled([health.whenWritable(), health.stop()]);
  expect(late).toMatchObject({ status: 'rejected', reason: { name: 'WaitEnded' } });
  await health.whenWritable();
});
