import { closeSync, fdatasync, fsyncSync, openSync } from 'node:fs';
import path from 'node:path';

/** Brings commits to the disk; one wait serves all that were made before it. */
export interface WalSync {
  /** Resolves when everything committed before this call is on the disk. @throws DiskFailed */
  flush(): Promise<void>;
  /** Closes the log once nothing waits for the disk any more. */
  close(): Promise<void>;
}

/** The disk refused committed data. Which part is lost is unknown, so this error is permanent. */
class DiskFailed extends Error {
  override name = 'DiskFailed';
  readonly code = 'SQLITE_IOERR_FSYNC';
}

/** Syncs a file to the disk, and calls back. */
type ToDisk = (handle: number, done: (error: Error | null) => void) => void;

/** Opens the log; the name of a new one must survive a power cut too. */
function openLog(file: string): number {
  const handle = openSync(`${file}-wal`, 'r+');
  const folder = openSync(path.dirname(file), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
  return handle;
}

/**
 * @param file path of a database that is open in WAL mode; its log exists once something was written
 * @param toDisk syncs a file to the disk; replaced in tests
 */
export function createWalSync(file: string, toDisk: ToDisk = fdatasync): WalSync {
  let handle: number | null = null;
  let broken: DiskFailed | null = null;
  let running: Promise<void> | null = null;
  let next: Promise<void> | null = null;

  const sync = () =>
    new Promise<void>((resolve, reject) => {
      if (broken !== null) throw broken;
      handle ??= openLog(file);
      toDisk(handle, (error) => {
        if (error === null) {
          resolve();
          return;
        }
        broken = new DiskFailed(`The disk did not take what was written: ${error.message}`);
        reject(broken);
      });
    });

  const start = () => {
    running = sync().finally(() => {
      running = null;
    });
    return running;
  };

  const afterThat = async (before: Promise<void>) => {
    try {
      await before;
    } catch {
      // Its own callers get the error.
    }
    next = null;
    await start();
  };

  return {
    flush() {
      if (running === null) return start();
      // The running one began before the latest commit.
      next ??= afterThat(running);
      return next;
    },
    async close() {
      await Promise.allSettled([running, next]);
      if (handle !== null) closeSync(handle);
    },
  };
}
