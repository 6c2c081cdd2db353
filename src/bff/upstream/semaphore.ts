import type { Ending } from './exchange.ts';
import { UpstreamFault } from '../../http/fault.ts';

/** Limits how many things happen at once, with a short queue. */
export interface Semaphore {
  /**
   * Waits for a place.
   * @param signal aborts the wait
   * @returns a function that gives the place back; calling it twice is harmless
   * @throws UpstreamFault `busy` when the queue is full
   */
  enter(signal?: Ending): Promise<() => void>;
  /** Like `enter`, but ahead of the queue, which may be full. */
  enterFirst(): Promise<() => void>;
}

const RETRY_AFTER_S = 1;

/**
 * @param places maximum number at once
 * @param queueLength maximum number waiting
 */
export function createSemaphore(places: number, queueLength: number): Semaphore {
  let free = places;
  const first = new Set<() => void>();
  const others = new Set<() => void>();

  const leave = () => {
    const [next] = first.size > 0 ? first : others;
    if (next === undefined) {
      free += 1;
      return;
    }
    first.delete(next);
    others.delete(next);
    next();
  };
  const onceOnly = () => {
    let left = false;
    return () => {
      if (left) return;
      left = true;
      leave();
    };
  };

  const take = async (waiting: Set<() => void>, signal?: Ending) => {
    if (free > 0) {
      free -= 1;
      return onceOnly();
    }
    if (waiting.size >= queueLength) {
      throw new UpstreamFault(
        'busy',
        `The console already waits for ${places} answers of the Device Connectivity Service. Nothing was sent.`,
        { retryAfterS: RETRY_AFTER_S },
      );
    }
    await new Promise<void>((resolve, reject) => {
      const giveUp = () => {
        waiting.delete(go);
        reject(new UpstreamFault('aborted', 'The request was aborted before it was sent.'));
      };
      const go = () => {
        signal?.removeEventListener('abort', giveUp);
        resolve();
      };
      waiting.add(go);
      signal?.addEventListener('abort', giveUp, { once: true });
    });
    return onceOnly();
  };

  return {
    enter: (signal) => take(others, signal),
    enterFirst: () => take(first),
  };
}
