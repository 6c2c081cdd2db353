import type { Changed } from '../../contract/console/live.ts';
import { createChangeLog, type ChangeLog } from './change-log.ts';

/** Tells this process's listeners, and other processes, what changed. */
export interface Notifier extends Pick<ChangeLog, 'since'> {
  /**
   * Must be called after the commit of a change.
   * @param changed empty: nothing in the store did, but something else that streams tell; null: anything may have
   */
  tell(changed: Changed | null): void;
  /** Tells only this process's listeners what another one said. @param changed null: anything may have changed */
  hear(changed: Changed | null): void;
  /** @returns a function that removes the listener */
  listen(listener: () => void): () => void;
}

/** Creates the notifier. @param signal says it to other processes */
export function createNotifier(signal: (changed: Changed | null) => void): Notifier {
  const log = createChangeLog();
  const listeners = new Set<() => void>();

  const hear = (changed: Changed | null) => {
    log.note(changed);
    for (const listener of listeners) listener();
  };

  return {
    tell(changed) {
      hear(changed);
      signal(changed);
    },
    hear,
    since: (cursor) => log.since(cursor),
    listen(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

/** What changes with these dispatches. */
export function changedBatches(dispatchIds: readonly (string | null)[]): Changed {
  return { batches: null, batch: dispatchIds.filter((id) => id !== null) };
}
