import type { Clock } from '../../lib/clock.ts';
import type { ChunkedWork } from './in-chunks.ts';

/** Maximum number of cached keys. */
const KEYS = 4;
/** Pause after a computation: a multiple of the time that it took, within these limits in ms. */
const PAUSE_TIMES = 20;
const PAUSE_MIN_MS = 2000;
const PAUSE_MAX_MS = 30_000;
/** How long a request waits for a computation before it takes the older value, in ms. */
const WAIT_MS = 50;

/** A computed value, and its expiry if nothing changes, in ms since the epoch. */
interface Computed<Value> {
  value: Value;
  goodUntil: number;
}

interface Entry<Value> {
  latest: (Computed<Value> & { version: number }) | null;
  underWay: Promise<void> | null;
  /** Number of requests waiting for it. */
  waiting: number;
  /** Duration of the last computation, turns of others included, in ms. */
  lastedMs: number;
  /** Not computed again before this time of the monotonic clock. */
  notBefore: number;
}

/** The current value. */
export interface Known<Value> {
  /** Null: the first one is being computed. */
  value: Value | null;
  /** Whether a newer one is being or will be computed: ask again. */
  isBehind: boolean;
}

/** Keeps values that take long to compute, and recomputes them in the background. */
export interface CalmCache<Value> {
  /**
   * The newest value. It is computed again if the version rose, after a pause.
   * @throws what the first computation threw
   */
  get(key: string): Promise<Known<Value>>;
  /** Stops running computations. */
  stop(): Promise<void>;
}

/**
 * @param version rises with every change that this process knows of
 * @param compute yields to others, and reports its computing time without those turns
 * @param giveWay makes it wait for other answers, unless a request waits for the value
 */
export function createCalmCache<Value>(parts: {
  clock: Clock;
  version: () => number;
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
      // Read first: a concurrent change then causes one more computation rather than being missed.
      const version = parts.version();
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
    // A failure is thrown to those who await the first value; an older value is kept.
    entry.underWay = computing.catch((error: unknown) => {
      if (entry.latest === null && !stopping.signal.aborted) throw error;
    });
    entry.underWay.catch(() => undefined);
    running.add(computing);
  };

  const isOld = ({ latest }: Entry<Value>): boolean =>
    latest === null || clock.now() >= latest.goodUntil || latest.version !== parts.version();

  const known = (entry: Entry<Value>): Known<Value> => {
    const isBehind = entry.underWay !== null || isOld(entry);
    return { value: entry.latest?.value ?? null, isBehind };
  };

  const isDue = (entry: Entry<Value>): boolean => {
    if (stopping.signal.aborted) return false;
    if (entry.latest !== null && clock.elapsed() < entry.notBefore) return false;
    return isOld(entry);
  };

  return {
    async get(key) {
      const entry = entryOf(key);
      if (entry.underWay === null && isDue(entry)) begin(key, entry);
      if (entry.underWay === null) return known(entry);
      // It takes longer than a request waits.
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
