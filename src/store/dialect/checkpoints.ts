import { statSync } from 'node:fs';
import Database from 'libsql/promise';

/** Least pause between two checkpoints, in milliseconds. */
const EVERY_MS = 1000;
/** A log of so many bytes is cut while nothing writes. */
const LOG_MAX_BYTES = 64 * 1024 * 1024;

/** Moves what was committed from the log into the database, outside the event loop. */
export interface Checkpoints {
  /** Something was committed; a checkpoint follows within a second. */
  wrote(): void;
  /** Resolves when none is under way any more. */
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

  const open = async () => {
    const opened = new Database(file, {});
    // A reader is no reason to wait: the next checkpoint comes soon.
    await opened.exec('PRAGMA busy_timeout = 0');
    return opened;
  };

  const checkpoint = async () => {
    database ??= await open();
    const writer = database;
    await writer.exec('PRAGMA wal_checkpoint(PASSIVE)');
    if (statSync(`${file}-wal`).size < LOG_MAX_BYTES) return;
    await alone(async () => {
      await writer.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    });
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
      await running;
      database?.close();
    },
  };
}
