import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from '../../lib/clock.ts';

/** How long a chunk should take, in ms. */
const CHUNK_MS = 8;
/** How long a request may hold the event loop between two turns, in ms. */
const HELD_MS = 15;
const FIRST = 100;
const SMALLEST = 20;
const LARGEST = 5000;

/** Work that is done in chunks. */
export interface ChunkedWork {
  /** Ends it after the current chunk. */
  signal: AbortSignal;
  /** Is told what each chunk took, in ms: turns of others are not in it. */
  spent: (ms: number) => void;
}

/**
 * Does long work in chunks with turns in between: SQLite runs on the main thread.
 * @param step does a chunk of at most this many rows; returns whether more are left
 */
export async function inChunks(
  clock: Pick<Clock, 'elapsed'>,
  { signal, spent }: ChunkedWork,
  step: (size: number) => Promise<boolean>,
): Promise<void> {
  let size = FIRST;
  let more = true;
  while (more) {
    signal.throwIfAborted();
    const begun = clock.elapsed();
    more = await step(size);
    const took = clock.elapsed() - begun;
    spent(took);
    // It grows in small steps, since the next chunk may be denser, and shrinks at once.
    const wanted = took > 0 ? size * Math.min(1.5, CHUNK_MS / took) : size * 1.5;
    size = Math.round(Math.min(LARGEST, Math.max(SMALLEST, wanted)));
    await turn();
  }
}

/**
 * Leaves a turn to others where a request has held the event loop for long, and costs nothing otherwise: a
 * turn lasts as long as a chunk of what is computed meanwhile.
 */
export function createTurns(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < HELD_MS) return;
    await turn();
    since = performance.now();
  };
}
