import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from '../../lib/clock.ts';

/** A chunk that took longer is followed by a smaller one, one that took less by a larger one, in ms. */
const LONG_MS = 20;
const SHORT_MS = 8;
const SMALLEST = 50;
const LARGEST = 5000;

/**
 * Does long work in chunks with turns in between: SQLite runs on the main thread.
 * @param step does a chunk of at most this many rows; returns whether more are left
 * @param signal ends the work after the current chunk
 */
export async function inChunks(
  clock: Pick<Clock, 'elapsed'>,
  signal: AbortSignal,
  step: (size: number) => Promise<boolean>,
): Promise<void> {
  let size = 500;
  let more = true;
  while (more) {
    signal.throwIfAborted();
    const begun = clock.elapsed();
    more = await step(size);
    const took = clock.elapsed() - begun;
    if (took > LONG_MS) size = Math.max(SMALLEST, Math.floor(size / 2));
    else if (took < SHORT_MS) size = Math.min(LARGEST, size * 2);
    await turn();
  }
}
