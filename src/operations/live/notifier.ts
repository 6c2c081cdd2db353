import type { Kysely } from 'kysely';
import type { Clock } from '../../lib/clock.ts';
import type { Store } from '../../store/schema/schema.ts';
import { currentVersion } from '../../store/version.ts';

/** How often the store is polled for changes that nobody signalled, in milliseconds. */
const LOOK_MS = 2000;

/** Notifies listeners of changes in the store. */
export interface Notifier {
  /** Must be called after a transaction that raised the version. */
  notify(): void;
  /** Tells the listeners of a change that another process signalled. */
  hear(): void;
  /** @returns a function that removes the listener */
  listen(listener: () => void): () => void;
  stop(): void;
}

/** Creates the notifier. It polls the store only while there are listeners. */
export function createNotifier(parts: {
  db: Kysely<Store>;
  clock: Pick<Clock, 'after'>;
  /** Signals changes to other processes. */
  signal(): void;
  onError(error: unknown): void;
}): Notifier {
  const listeners = new Set<() => void>();
  let cancelLook: (() => void) | null = null;
  let seen = -1;

  const tellAll = () => {
    for (const listener of listeners) listener();
  };

  const look = async () => {
    try {
      const version = await currentVersion(parts.db);
      if (version !== seen) tellAll();
      seen = version;
    } catch (error) {
      parts.onError(error);
    }
    if (cancelLook !== null) lookLater();
  };

  const lookLater = () => {
    cancelLook = parts.clock.after(LOOK_MS, () => void look());
  };

  const stop = () => {
    cancelLook?.();
    cancelLook = null;
  };

  return {
    notify() {
      tellAll();
      parts.signal();
    },
    hear: tellAll,
    listen(listener) {
      listeners.add(listener);
      if (cancelLook === null) lookLater();
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stop();
      };
    },
    stop,
  };
}
