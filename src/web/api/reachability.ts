/** Whether the console's server answers, as the last call saw it. */
export type Reach = 'online' | 'unreachable';

let reach: Reach = 'online';
const listeners = new Set<() => void>();

function change(next: Reach): void {
  if (reach === next) return;
  reach = next;
  for (const listener of listeners) listener();
}

/** Any answer, even a failure, shows that the server is there. */
export function noteReached(): void {
  change('online');
}

/** A call came back without an answer. */
export function noteUnreachable(): void {
  change('unreachable');
}

/** For useSyncExternalStore: calls back on each change until the returned function is called. */
export function subscribeReach(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The present state. */
export function currentReach(): Reach {
  return reach;
}
