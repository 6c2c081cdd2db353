import type { Clock } from '../lib/clock.ts';
import { isStoreFailure } from '../store/store-failure.ts';

const MINUTE_MS = 60_000;

/** Writes warnings; while the store fails, every read causes one, so most are only counted. */
export interface CalmWarnings {
  /** Logs an error of a part of the console; the store's failures at most once a minute. */
  warn(error: unknown, what: string): void;
  /** The store works again. */
  storeWorks(): void;
  /** Logs the counted warnings. */
  stop(): void;
}

/**
 * Creates it.
 * @param isWritable whether the store can be written: then a minute without a failure ends them too
 */
export function createCalmWarnings(parts: {
  clock: Pick<Clock, 'after'>;
  log: (error: unknown, line: string) => void;
  isWritable: () => boolean;
}): CalmWarnings {
  const { clock, log } = parts;
  let cancel: (() => void) | null = null;
  let keptBack = 0;

  const counted = () => {
    const count = keptBack;
    keptBack = 0;
    return `${count} more ${count === 1 ? 'failure is' : 'failures are'} not logged`;
  };
  const end = () => {
    if (cancel === null) return;
    cancel();
    cancel = null;
    log(null, `the store works again; ${counted()}`);
  };
  const count = () => {
    cancel = clock.after(MINUTE_MS, () => {
      if (keptBack === 0 && parts.isWritable()) {
        end();
        return;
      }
      if (keptBack > 0) log(null, `the store still fails; ${counted()}`);
      count();
    });
  };
  return {
    warn(error, what) {
      if (!isStoreFailure(error)) log(error, what);
      else if (cancel !== null) keptBack += 1;
      else {
        log(error, what);
        count();
      }
    },
    storeWorks: end,
    stop() {
      cancel?.();
      cancel = null;
      if (keptBack > 0) log(null, `the store fails; ${counted()}`);
    },
  };
}
