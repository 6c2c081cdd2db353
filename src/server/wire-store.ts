import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { Kysely } from 'kysely';
import type { Changed } from '../contract/console/live.ts';
import { REAL_CLOCK, type Clock } from '../lib/clock.ts';
import { createNotifier, type Notifier } from '../operations/live/notifier.ts';
import { lockDataDir } from '../store/data-lock.ts';
import { postgresDialect } from '../store/dialect/postgres.ts';
import { createDiskRoom, freeBytesOf, type DiskRoom } from '../store/disk-room.ts';
import { openStore, openStoreReader } from '../store/open-store.ts';
import { createProcesses, type Processes } from '../store/processes.ts';
import type { Store } from '../store/schema/schema.ts';
import { createStoreHealth, type StoreHealth } from '../store/store-health.ts';
import { createBackgroundClock, type BackgroundClock } from './background-clock.ts';
import type { ConsoleOptions } from './console-options.ts';
import { quietly } from './start-steps.ts';

/** What is told to parts that are made later; until then it is told to nobody. */
export interface ToldLater {
  /** A part failed; it keeps running. */
  warn(error: unknown, what: string): void;
  /** For the other processes: what changed, null: all. */
  signal(changed: Changed | null): void;
  /** Whether the store can be written has changed. */
  onWritable(): void;
}

/** The store of a running console, and what is known of it. */
export interface OpenedStore {
  /** Its address, for connections of others. */
  address: string;
  db: Kysely<Store>;
  /** A connection for pages: they do not wait for writes. */
  reader: Kysely<Store>;
  thisProcess: Processes;
  notifier: Notifier;
  /** Runs work in the background in one process only. */
  background: BackgroundClock;
  storeHealth: StoreHealth;
  diskRoom: DiskRoom;
}

/**
 * Opens the store, and takes part in it as a process with a lease.
 * @param steps receives what undoes each step
 */
export async function openOwnStore(
  options: Pick<ConsoleOptions, 'config' | 'freeBytes'>,
  realClock: Clock = REAL_CLOCK,
  later: ToldLater,
  steps: (() => unknown)[],
): Promise<OpenedStore> {
  const { databaseUrl, dataDir } = options.config;
  if (databaseUrl === null) steps.push(lockDataDir(dataDir));
  else mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const address = databaseUrl ?? path.join(dataDir, 'console.db');
  const db = await openStore(address);
  steps.push(() => db.destroy());
  const reader = openStoreReader(address);
  steps.push(() => reader.destroy());
  // A lease must not run out while a large write goes on.
  const leases =
    databaseUrl === null ? db : new Kysely<Store>({ dialect: postgresDialect(databaseUrl) });
  if (leases !== db) steps.push(() => leases.destroy());
  const thisProcess = createProcesses({
    db: leases,
    clock: realClock,
    isAlone: databaseUrl === null,
    onError: (error) => {
      later.warn(error, 'the lease of this process could not be renewed');
    },
  });
  await thisProcess.renew();
  steps.push(() => quietly(() => thisProcess.stop()));
  const background = createBackgroundClock(
    realClock,
    () => thisProcess.leads(),
    () => {
      later.signal({});
    },
  );
  const { clock } = background;
  const storeHealth = createStoreHealth({
    db,
    clock,
    onChange(error) {
      if (error !== null) later.warn(error, 'the store cannot be written; nothing can be changed');
      later.onWritable();
    },
  });
  const diskRoom = createDiskRoom({
    // A database on another machine has a disk of its own.
    freeBytes:
      options.freeBytes ??
      (databaseUrl === null ? freeBytesOf(dataDir) : () => Promise.resolve(Infinity)),
    clock,
    onChange(state) {
      const less = state === 'no-reads' ? 'read in the background' : 'read, sent or changed';
      if (state !== 'ok') later.warn(null, `the disk is nearly full; nothing is ${less}`);
      later.onWritable();
    },
  });
  const notifier = createNotifier((changed) => {
    later.signal(changed);
  });
  return { address, db, reader, thisProcess, notifier, background, storeHealth, diskRoom };
}
