import { useSyncExternalStore } from 'react';

/** The height in px of a common screen, and the rows that it has room for below the cards. */
const COMMON_HEIGHT = 900;
const COMMON_ROWS = 3;
const ROW = 42;

/** How many Collectives the first screen has room for. @param height of the window in px */
export function rowsThatFit(height: number): number {
  return COMMON_ROWS + Math.max(0, Math.floor((height - COMMON_HEIGHT) / ROW));
}

function onResize(changed: () => void): () => void {
  window.addEventListener('resize', changed);
  return () => window.removeEventListener('resize', changed);
}

/** The same for this window, also while it changes. */
export function useRowsThatFit(): number {
  return useSyncExternalStore(onResize, () => rowsThatFit(window.innerHeight));
}
