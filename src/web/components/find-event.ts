const NAME = 'gridhelm-find';

/** Asks whoever listens to open the search of everything. */
export function askToFind(): void {
  window.dispatchEvent(new Event(NAME));
}

/** Calls back when somebody asks for the search of everything. @returns ends it */
export function onAskToFind(listener: () => void): () => void {
  window.addEventListener(NAME, listener);
  return () => window.removeEventListener(NAME, listener);
}
