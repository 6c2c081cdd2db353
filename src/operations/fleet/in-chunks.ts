import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from '../../lib/clock.ts';

/** How long a chunk should take, in ms: answers that arrive meanwhile wait for it. */
const CHUNK_MS = 4;

/** How many rows a chunk has, and how long it should take in ms. */
interface ChunkLimits {
  first: number;
  smallest: number;
  largest: number;
  ms: number;
}

const LIMITS: ChunkLimits = { first: 100, smallest: 20, largest: 5000, ms: CHUNK_MS };

/** The size of chunks, adapted to how long they take. */
interface ChunkSize {
  readonly rows: number;
  /** Notes how long a chunk of this size took, in ms. */
  took(ms: number): void;
}

/** Creates a size that grows in small steps, since the next chunk may be denser, and shrinks at once. */
export function createChunkSize(limits = LIMITS): ChunkSize {
  const { smallest, largest } = limits;
  let rows = limits.first;
  return {
    get rows() {
      return rows;
    },
    took(ms) {
      const wanted = ms > 0 ? rows * Math.min(1.5, limits.ms / ms) : rows * 1.5;
      rows = Math.ceil(Math.min(largest, Math.max(smallest, wanted)));
    },
  };
}

/** Controls work that is done in chunks. */
export interface ChunkedWork {
  /** Stops it after the current chunk. */
  signal: AbortSignal;
  /** Gets the computing time of each chunk, in ms, without the turns of others. */
  spent: (ms: number) => void;
  /** Resolves when the next chunk may begin. */
  giveWay: () => Promise<void>;
}

/**
 * Does long work in chunks with turns in between: SQLite runs on the main thread.
 * @param step does a chunk of at most this many rows; returns whether more are left
 */
export async function inChunks(
  clock: Pick<Clock, 'elapsed'>,
  { signal, spent, giveWay }: ChunkedWork,
  step: (size: number) => Promise<boolean>,
): Promise<void> {
  const size = createChunkSize();
  let more = true;
  while (more) {
    signal.throwIfAborted();
    const begun = clock.elapsed();
    more = await step(size.rows);
    const took = clock.elapsed() - begun;
    spent(took);
    size.took(took);
    await turn();
    await giveWay();
  }
}
