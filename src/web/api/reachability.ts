import { useSyncExternalStore } from 'react';

/** Whether the console's server answers, as the last call saw it. */
export type Reach = 'online' | 'unreachable';

let reach: Reach = 'online';
const listeners = new Set<() => void>();

function change(next: Reach): void {
  if (reach === next) return;
  reach = next;
  for (const listener of listeners) listener();
}

/** Any answer, even a failure, shows that the server is reachable. */
export function noteReached(): void {
  change('online');
}

/** A call came back without an answer. */
export function noteUnreachable(): void {
  change('unreachable');
}

/** For useSyncExternalStore: calls back on each change until the returned function is called. */
function subscribeReach(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The current state. */
export function currentReach(): Reach {
  return reach;
}

function subscribeAway(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  const stop = subscribeReach(listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
    stop();
  };
}

/** Why nothing can be sent: the browser is offline, or the console's server does not answer. */
type Away = 'offline' | 'unreachable';

function currentAway(): Away | null {
  if (!navigator.onLine) return 'offline';
  return reach === 'unreachable' ? 'unreachable' : null;
}

/** Whether this page has no connection to the console's server; null while it has. */
export function useAway(): Away | null {
  return useSyncExternalStore(subscribeAway, currentAway);
}

/** The problem, in a sentence. */
export const AWAY_TITLES: Readonly<Record<Away, string>> = {
  offline: 'This browser is offline.',
  unreachable: 'The console’s server does not answer.',
};
