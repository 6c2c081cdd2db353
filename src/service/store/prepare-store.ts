import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { firstComputationMs } from '../devices/daily-sessions-step.ts';
import type { WorldSlice } from '../worlds/world-slice.ts';
import { loadSlice } from './load-world.ts';
import { type Store, openStore, readMeta, writeMeta } from './store.ts';

/** A world that is loaded if the store has none yet. */
interface FirstLoad {
  slices: () => Iterable<WorldSlice>;
  /** Simulated now; unfinished parts of the world continue from here. */
  nowMs: number;
}

/** Memory for pages while a world is loaded, in KiB. */
const LOADING_CACHE_KIB = 256 * 1024;

/**
 * Opens the store of a world; loads the world at first. It is loaded into a temporary file, which
 * is renamed once it is complete and on disk: a store has all of its world, or does not exist.
 * @throws StartError if the file cannot be used or the world is not valid
 */
export async function openPreparedStore(file: string, load: FirstLoad): Promise<Store> {
  if (existsSync(file)) {
    const store = await openStore(file);
    if ((await readMeta(store, 'loaded')) !== null) return store;
    await store.destroy();
    await removeStore(file);
  }
  const loading = `${file}.loading`;
  await removeStore(loading);
  await fill(await openStore(loading, { isDurable: false }), load);
  await syncToDisk(loading);
  await rename(loading, file);
  await syncToDisk(path.dirname(file));
  return openStore(file);
}

async function fill(store: Store, { slices, nowMs }: FirstLoad): Promise<void> {
  try {
    // An incomplete file is worthless, so nothing needs to be written twice.
    for (const pragma of [
      'journal_mode = OFF',
      'synchronous = OFF',
      'foreign_keys = OFF',
      `cache_size = -${LOADING_CACHE_KIB}`,
    ]) {
      await sql.raw(`pragma ${pragma}`).execute(store);
    }
    let lives = false;
    for (const slice of slices()) {
      lives ||= slice.lives === true;
      await store.transaction().execute((trx) => loadSlice(trx, slice, nowMs));
      await setImmediate();
    }
    if (lives) {
      await writeMeta(store, 'sessions_due_ms', await firstComputationMs(store, nowMs));
    }
    await writeMeta(store, 'loaded', 1);
    await sql.raw('pragma journal_mode = WAL').execute(store);
  } finally {
    await store.destroy();
  }
}

async function removeStore(file: string): Promise<void> {
  for (const suffix of ['', '-wal', '-shm']) await rm(file + suffix, { force: true });
}

async function syncToDisk(file: string): Promise<void> {
  const handle = await open(file, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
