import { useSyncExternalStore } from 'react';
import { sharedValue } from './shared-value.ts';

/** Whether the console's server answers, as the last call saw it. */
const reach = sharedValue<'online' | 'unreachable'>('online');

/** The current state. */
export const currentReach = reach.now;

/** Any answer, even a failure, shows that the server is reachable. */
export function noteReached(): void {
  reach.set('online');
}

/** A call came back without an answer. */
export function noteUnreachable(): void {
  reach.set('unreachable');
}

/** Why nothing can be sent: the browser is offline, or the console's server does not answer. */
type Away = 'offline' | 'unreachable';

function subscribeAway(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  const stop = reach.subscribe(listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
    stop();
  };
}

function currentAway(): Away | null {
  if (!navigator.onLine) return 'offline';
  return reach.now() === 'unreachable' ? 'unreachable' : null;
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
