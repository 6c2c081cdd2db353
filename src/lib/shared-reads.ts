import { setTimeout as pause } from 'node:timers/promises';

/** Of the time, reads of one thing take at most one part in this many. */
const SHARE = 4;

/**
 * Reads that many ask for at once, as all open pages of a batch do when it changes. Who asks while one is under way
 * shares the next one, so that nobody gets what was read before they asked; a long read is not followed at once.
 */
export function sharedReads<T>(): (key: string, read: () => Promise<T>) => Promise<T> {
  const underWay = new Map<string, { ends: Promise<unknown>; next: Promise<T> | null }>();

  const begin = (key: string, read: () => Promise<T>): Promise<T> => {
    const began = performance.now();
    const reading = read();
    const own: { ends: Promise<void>; next: Promise<T> | null } = { ends: end(), next: null };
    async function end() {
      await Promise.allSettled([reading]);
      await pause((performance.now() - began) * (SHARE - 1));
      if (own.next === null) underWay.delete(key);
    }
    underWay.set(key, own);
    return reading;
  };

  return (key, read) => {
    const own = underWay.get(key);
    if (own === undefined) return begin(key, read);
    own.next ??= own.ends.then(() => begin(key, read));
    return own.next;
  };
}
