import { sharedValue } from './shared-value.ts';

/**
 * How the screen is kept fresh. `starting`: not yet; `live`: the server pushes changes; `polling`: the page
 * asks every few seconds; `stale`: neither works, see `error`.
 */
export type LiveMode = 'starting' | 'live' | 'polling' | 'stale';

interface LiveState {
  mode: LiveMode;
  /** Why nothing newer could be read; null unless stale. */
  error: unknown;
}

const STARTING: LiveState = { mode: 'starting', error: null };
const state = sharedValue(STARTING);

/** Records the state of the connection; an unchanged mode without an error notifies no listener. */
export function noteLive(mode: LiveMode, error: unknown = null): void {
  const before = state.now();
  if (before.mode === mode && before.error === error) return;
  state.set(mode === 'starting' ? STARTING : { mode, error });
}

/** How the screen is kept fresh: now, and for the "as of" of a block. */
export const { now: currentLive, use: useLive } = state;
