import { noteReached } from '../api/reachability.ts';
import { noteServiceState, noteStoreState } from '../api/store-state.ts';

/** The fixed time of all stories: the sample data is from just before. */
const NOW_MS = Date.parse('2026-03-02T14:05:00Z');

/** Stops the clock, leaves every request unanswered, and drops what earlier visits left. */
export function stopTheWorld(): void {
  Date.now = () => NOW_MS;
  window.fetch = () => new Promise(() => {});
  noteReached();
  noteServiceState('ok');
  noteStoreState('ok');
  sessionStorage.clear();
}
