import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { WorldSlice } from '../worlds/world-slice.ts';
import { fleetWorld } from '../worlds/fleet/fleet-world.ts';
import { openPreparedStore } from './prepare-store.ts';
import { type Store, openStore } from './store.ts';

const NOW = Date.parse('2026-03-10T09:00:00Z');
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'prepare-store-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function prepare(file: string, slices: () => Iterable<WorldSlice>): Promise<Store> {
  return openPreparedStore(file, { slices, nowMs: NOW });
}

async function counted(store: Store): Promise<number[]> {
  const tables = ['organisation', 'entity', 'charge_session', 'command'] as const;
  const counts: number[] = [];
  for (const table of tables) {
    const row = await store
      .selectFrom(table)
      .select((select) => select.fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow();
    counts.push(row.rows);
  }
  await store.destroy();
  return counts;
}

const small = () => fleetWorld(100, 1, NOW);

function* brokenOff(): Generator<WorldSlice> {
  let left = 5;
  for (const slice of small()) {
    if (left === 0) throw new Error('the machine stopped');
    left -= 1;
    yield slice;
  }
}

test('a world is loaded once, in slices; later the store is opened unchanged', async () => {
  const file = path.join(folder, 'a.db');
  const first = await counted(await prepare(file, small));
  expect(first.slice(0, 3)).toEqual([1, 100, 1000]);
  const again = () => {
    throw new Error('loaded twice');
  };
  expect(await counted(await prepare(file, again))).toEqual(first);
});

test('an aborted load leaves no store, and the next one starts over', async () => {
  const file = path.join(folder, 'a.db');
  await expect(prepare(file, brokenOff)).rejects.toThrow('the machine stopped');
  expect(existsSync(file)).toBe(false);
  const expected = await counted(await prepare(path.join(folder, 'b.db'), small));
  expect(await counted(await prepare(file, small))).toEqual(expected);
});

test('a store without its world is replaced', async () => {
  const file = path.join(folder, 'a.db');
  const bare = await openStore(file);
  await bare.insertInto('organisation').values({ id: 'left over', name: 'x' }).execute();
  await bare.destroy();
  expect((await counted(await prepare(file, small)))[0]).toBe(1);
});

test('a loaded world has no missing references, and is durable', async () => {
  const store = await prepare(path.join(folder, 'a.db'), small);
  const pragma = async (name: string) => {
    return (await sql.raw(`pragma ${name}`).execute(store)).rows;
  };
  expect(await pragma('foreign_key_check')).toEqual([]);
  expect(await pragma('journal_mode')).toEqual([{ journal_mode: 'wal' }]);
  // The store itself syncs commits to the disk.
  expect(await pragma('synchronous')).toEqual([{ synchronous: 1 }]);
  expect(await pragma('foreign_keys')).toEqual([{ foreign_keys: 1 }]);
  await store.destroy();
});
