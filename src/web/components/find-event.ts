const NAME = 'gridhelm-find';

/** Asks the listener to open the global search. */
export function askToFind(): void {
  window.dispatchEvent(new Event(NAME));
}

/** Calls back when the global search is requested. @returns ends it */
export function onAskToFind(listener: () => void): () => void {
  window.addEventListener(NAME, listener);
  return () => window.removeEventListener(NAME, listener);
}
