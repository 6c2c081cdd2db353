import { statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'libsql/promise';

/** Least pause between two checkpoints, in milliseconds. */
const EVERY_MS = 1000;
/** A log of this many bytes is cut while nothing writes. */
export const LOG_MAX_BYTES = 16 * 1024 * 1024;
/** A stop waits this long for the last checkpoint, in milliseconds. */
const STOP_MS = 5000;
/** How long the last checkpoint waits for readers, such as a backup, in milliseconds. */
const READERS_MS = 1000;

/** Moves what was committed from the log into the database, outside the event loop. */
export interface Checkpoints {
  /** To be called after a commit; a checkpoint follows within a second. */
  wrote(): void;
  /** Cuts the log, unless that fails or takes too long; resolves once no checkpoint is running. */
  stop(): Promise<void>;
}

/**
 * @param file path of a database that is open in WAL mode
 * @param alone runs something while nothing else writes
 */
export function createCheckpoints(
  file: string,
  alone: (work: () => Promise<void>) => Promise<void>,
): Checkpoints {
  let database: Database | null = null;
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> = Promise.resolve();
  let isStopped = false;

  const logBytes = () => statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;

  const open = async () => {
    const opened = new Database(file, {});
    // Does not wait for readers: the next checkpoint comes soon.
    await opened.exec('PRAGMA busy_timeout = 0');
    return opened;
  };

  const checkpoint = async () => {
    database ??= await open();
    const writer = database;
    await writer.exec('PRAGMA wal_checkpoint(PASSIVE)');
    if (logBytes() < LOG_MAX_BYTES) return;
    await alone(async () => {
      await writer.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    });
  };

  /** Cuts what is already in the database, which only takes space and slows the next start. */
  const cutLog = async () => {
    try {
      await running;
      if (logBytes() > 0) {
        database ??= await open();
        // Most of the work first, without blocking others.
        await database.exec('PRAGMA wal_checkpoint(PASSIVE)');
        await database.exec(`PRAGMA busy_timeout = ${READERS_MS}`);
        await database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
      }
    } catch {
      // The next start reads the log.
    }
    database?.close();
  };

  const run = async () => {
    try {
      await checkpoint();
    } catch {
      // On a full disk the log stays as it is; the next write reports the failure.
      later();
    }
  };

  const later = () => {
    if (isStopped || timer !== null) return;
    timer = setTimeout(() => {
      timer = null;
      running = run();
    }, EVERY_MS);
    timer.unref();
  };

  return {
    wrote: later,
    async stop() {
      isStopped = true;
      if (timer !== null) clearTimeout(timer);
      const late = new AbortController();
      const tooLate = sleep(STOP_MS, undefined, { signal: late.signal }).catch(() => {});
      await Promise.race([cutLog(), tooLate]);
      late.abort();
    },
  };
}
