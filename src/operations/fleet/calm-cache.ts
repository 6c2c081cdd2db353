import type { Clock } from '../../lib/clock.ts';
import type { ChunkedWork } from './in-chunks.ts';

/** Values of so many keys are kept. */
const KEYS = 4;
/** Pause after a computation: so many times what it took without the turns of others, within these limits in ms. */
const PAUSE_TIMES = 20;
const PAUSE_MIN_MS = 2000;
const PAUSE_MAX_MS = 30_000;
/** How long a request waits for a computation before it takes the older value, in ms; not for one that takes longer. */
const WAIT_MS = 50;

/** What was computed, and until when it is right if nothing changes, in ms since the epoch. */
interface Computed<Value> {
  value: Value;
  goodUntil: number;
}

interface Entry<Value> {
  latest: (Computed<Value> & { version: number }) | null;
  underWay: Promise<void> | null;
  /** How many requests wait for it now. */
  waiting: number;
  /** How long the last computation lasted, turns of others included, in ms. */
  lastedMs: number;
  /** Not computed again before this, on the monotonic clock. */
  notBefore: number;
}

/** What there is. */
export interface Known<Value> {
  /** Null: the first one is being computed. */
  value: Value | null;
  /** Whether a newer one is being computed, or will be: ask again. */
  isBehind: boolean;
}

/** Keeps values that take long to compute, and computes them again in the background. */
export interface CalmCache<Value> {
  /**
   * The newest value there is. It is computed again if the version rose, after a pause.
   * @throws what the first computation threw
   */
  get(key: string): Promise<Known<Value>>;
  /** Ends what is being computed. */
  stop(): Promise<void>;
}

/**
 * @param version rises with every change of what the values are made of
 * @param compute leaves turns to others, and tells what it took without them
 * @param giveWay has it wait for other answers, except where one waits for the value
 */
export function createCalmCache<Value>(parts: {
  clock: Clock;
  version: () => Promise<number>;
  compute: (key: string, chunks: ChunkedWork) => Promise<Computed<Value>>;
  giveWay: ChunkedWork['giveWay'];
}): CalmCache<Value> {
  const { clock } = parts;
  const entries = new Map<string, Entry<Value>>();
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();

  const entryOf = (key: string): Entry<Value> => {
    const entry = entries.get(key) ?? {
      latest: null,
      underWay: null,
      waiting: 0,
      lastedMs: 0,
      notBefore: -Infinity,
    };
    entries.delete(key);
    entries.set(key, entry);
    const [oldest] = entries.keys();
    if (entries.size > KEYS && oldest !== undefined) entries.delete(oldest);
    return entry;
  };

  const compute = async (key: string, entry: Entry<Value>): Promise<void> => {
    let took = 0;
    const begun = clock.elapsed();
    const chunks: ChunkedWork = {
      signal: stopping.signal,
      spent: (ms) => {
        took += ms;
      },
      giveWay: async () => {
        if (entry.waiting === 0) await parts.giveWay();
      },
    };
    try {
      // Read first: a concurrent change has it computed once more rather than missed.
      const version = await parts.version();
      entry.latest = { ...(await parts.compute(key, chunks)), version };
    } finally {
      entry.underWay = null;
      entry.lastedMs = clock.elapsed() - begun;
      const pause = Math.min(PAUSE_MAX_MS, Math.max(PAUSE_MIN_MS, took * PAUSE_TIMES));
      entry.notBefore = clock.elapsed() + pause;
    }
  };

  const begin = (key: string, entry: Entry<Value>): void => {
    const computing = compute(key, entry).finally(() => running.delete(computing));
    // A failure is thrown where the first value is awaited; an older value outlives it.
    entry.underWay = computing.catch((error: unknown) => {
      if (entry.latest === null && !stopping.signal.aborted) throw error;
    });
    entry.underWay.catch(() => undefined);
    running.add(computing);
  };

  const isOld = async ({ latest }: Entry<Value>): Promise<boolean> =>
    latest === null ||
    clock.now() >= latest.goodUntil ||
    latest.version !== (await parts.version());

  const known = async (entry: Entry<Value>): Promise<Known<Value>> => {
    const isBehind = entry.underWay !== null || (await isOld(entry));
    return { value: entry.latest?.value ?? null, isBehind };
  };

  const isDue = async (entry: Entry<Value>): Promise<boolean> => {
    if (stopping.signal.aborted) return false;
    if (entry.latest !== null && clock.elapsed() < entry.notBefore) return false;
    return isOld(entry);
  };

  return {
    async get(key) {
      const entry = entryOf(key);
      if (entry.underWay === null && (await isDue(entry)) && entry.underWay === null) {
        begin(key, entry);
      }
      if (entry.underWay === null) return known(entry);
      // Waiting would be in vain.
      if (entry.latest !== null && entry.lastedMs > WAIT_MS) return known(entry);
      let cancel = () => {};
      const soon = new Promise<void>((resolve) => {
        cancel = clock.after(WAIT_MS, resolve);
      });
      entry.waiting += 1;
      try {
        await Promise.race([entry.underWay, soon]);
      } finally {
        entry.waiting -= 1;
        cancel();
      }
      return known(entry);
    },
    async stop() {
      stopping.abort();
      await Promise.allSettled(running);
    },
  };
}
