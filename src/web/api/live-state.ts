import { useSyncExternalStore } from 'react';

/**
 * How the screen is kept fresh. `starting`: not yet; `live`: the server pushes changes; `polling`: the page
 * asks every few seconds; `stale`: neither works, see `error`.
 */
export type LiveMode = 'starting' | 'live' | 'polling' | 'stale';

export interface LiveState {
  mode: LiveMode;
  /** Why nothing newer could be read; null unless stale. */
  error: unknown;
}

const STARTING: LiveState = { mode: 'starting', error: null };
let state: LiveState = STARTING;
const listeners = new Set<() => void>();

/** Records the state of the connection; an unchanged mode without an error notifies no listener. */
export function noteLive(mode: LiveMode, error: unknown = null): void {
  if (state.mode === mode && state.error === error) return;
  state = mode === 'starting' ? STARTING : { mode, error };
  for (const listener of listeners) listener();
}

/** The current state. */
export function currentLive(): LiveState {
  return state;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** How the screen is kept fresh, for the "as of" of a block. */
export function useLive(): LiveState {
  return useSyncExternalStore(subscribe, currentLive);
}
