import { useSyncExternalStore } from 'react';

/** Whether the console's server can write to its store, as last reported. */
let writable = true;
const listeners = new Set<() => void>();

/** Records what the server reported; an unchanged value notifies no listener. */
export function noteWritable(next: boolean): void {
  if (writable === next) return;
  writable = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether anything can be sent or changed; false while the server's disk is full or read-only. */
export function useWritable(): boolean {
  return useSyncExternalStore(subscribe, () => writable);
}
