import { useSyncExternalStore } from 'react';

/** Height in px of a common screen, and the rows that fit below the cards there. */
const COMMON_HEIGHT = 900;
const COMMON_ROWS = 3;
const ROW = 42;

/** How many Collectives fit on the first screen. @param height of the window in px */
export function rowsThatFit(height: number): number {
  return COMMON_ROWS + Math.max(0, Math.floor((height - COMMON_HEIGHT) / ROW));
}

function onResize(changed: () => void): () => void {
  window.addEventListener('resize', changed);
  return () => window.removeEventListener('resize', changed);
}

/** The same for this window, updated when it is resized. */
export function useRowsThatFit(): number {
  return useSyncExternalStore(onResize, () => rowsThatFit(window.innerHeight));
}
