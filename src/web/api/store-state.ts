import { useSyncExternalStore } from 'react';
import type { LiveChanges } from '../../contract/console/live.ts';

/** Whether the console's server can write to its store, and what its disk has room for. */
export type StoreState = NonNullable<LiveChanges['disk']> | 'unwritable';

let state: StoreState = 'ok';
const listeners = new Set<() => void>();

/** Records what the server reported; an unchanged state notifies no listener. */
export function noteStoreState(next: StoreState): void {
  if (state === next) return;
  state = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The state of the store, as last reported. */
export function useStoreState(): StoreState {
  return useSyncExternalStore(subscribe, () => state);
}
