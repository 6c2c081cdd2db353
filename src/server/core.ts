import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { Kysely } from 'kysely';
import type { Changed } from '../contract/console/live.ts';
import { REAL_CLOCK, type Clock } from '../lib/clock.ts';
import { createAudit, type Audit } from '../operations/audit/audit.ts';
import { createNotifier, type Notifier } from '../operations/live/notifier.ts';
import { lockDataDir } from '../store/data-lock.ts';
import { postgresDialect } from '../store/dialect/postgres.ts';
import { createDiskRoom, freeBytesOf, type DiskRoom } from '../store/disk-room.ts';
import { openStore, openStoreReader } from '../store/open-store.ts';
import { createProcesses, type Processes } from '../store/processes.ts';
import type { Store } from '../store/schema/schema.ts';
import { createStoreHealth, type StoreHealth } from '../store/store-health.ts';
import { createBackgroundClock, type BackgroundClock } from './background-clock.ts';
import type { ConsoleConfig } from './config.ts';
import type { ConsoleOptions } from './console-options.ts';
import { quietly, type Steps } from './start-steps.ts';

/** What every room of a running console is given. */
export interface Core {
  config: ConsoleConfig;
  /** The address of the store, for connections of others. */
  address: string;
  db: Kysely<Store>;
  /** A connection for pages: they do not wait for writes. */
  reader: Kysely<Store>;
  /** Its work in the background runs in one process only. */
  clock: Clock;
  /** For what each process does for itself. */
  realClock: Clock;
  thisProcess: Processes;
  background: BackgroundClock;
  storeHealth: StoreHealth;
  diskRoom: DiskRoom;
  notifier: Notifier;
  audit: Audit;
  /** Logs that a part failed; it keeps running. */
  onError(error: unknown, what: string): void;
  /** The same as the last word of a part whose failures are all alike. */
  failed(what: string): (error: unknown) => void;
  /** Receives what undoes each step of the start. */
  steps: Steps;
  later: Later;
}

/** What is told to parts that are made later; until then it is told to nobody. */
interface Later {
  warn(error: unknown, what: string): void;
  /** For the other processes: what changed, null: all. */
  signal(changed: Changed | null): void;
  /** Whether the store can be written has changed. */
  onWritable(): void;
}

/** Opens the store, and takes part in it as a process with a lease. */
export async function openCore(options: ConsoleOptions, steps: Steps): Promise<Core> {
  const { config, clock: realClock = REAL_CLOCK } = options;
  const { databaseUrl, dataDir } = config;
  const later: Later = { warn: () => {}, signal: () => {}, onWritable: () => {} };
  const onError = (error: unknown, what: string) => {
    later.warn(error, what);
  };
  const failed = (what: string) => (error: unknown) => {
    onError(error, what);
  };
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
    onError: failed('the lease of this process could not be renewed'),
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
      const can =
        error === null ? 'can be written again' : 'cannot be written; nothing can be changed';
      onError(error, `the store ${can}`);
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
      if (state !== 'ok') onError(null, `the disk is nearly full; nothing is ${less}`);
      later.onWritable();
    },
  });
  const notifier = createNotifier((changed) => {
    later.signal(changed);
  });
  const audit = createAudit({
    db,
    clock,
    onError: failed('a row of the audit log could not be written'),
  });
  const store = { address, db, reader, storeHealth, diskRoom };
  const time = { clock, realClock, thisProcess, background };
  return { config, ...store, ...time, notifier, audit, onError, failed, steps, later };
}
