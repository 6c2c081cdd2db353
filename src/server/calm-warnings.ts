import type { Clock } from '../lib/clock.ts';
import { isStoreFailure } from '../store/store-failure.ts';

const MINUTE_MS = 60_000;

/**
 * Writes warnings. While the store fails every read causes one, so those are logged once a minute, with how many were
 * left out before.
 */
export function createCalmWarnings(
  clock: Pick<Clock, 'elapsed'>,
  log: (error: unknown, line: string) => void,
): (error: unknown, what: string) => void {
  let calmUntil = -Infinity;
  let leftOut = 0;
  return (error, what) => {
    if (!isStoreFailure(error)) {
      log(error, what);
      return;
    }
    if (clock.elapsed() < calmUntil) {
      leftOut += 1;
      return;
    }
    calmUntil = clock.elapsed() + MINUTE_MS;
    log(error, leftOut === 0 ? what : `${what}; ${leftOut} failures before it are not logged`);
    leftOut = 0;
  };
}
