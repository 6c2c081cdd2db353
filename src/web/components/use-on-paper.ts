import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

const QUERY = 'print';

/** Whether the browser is about to lay out sheets; this event comes before the media change. */
let isAsked = false;

function subscribe(listener: () => void): () => void {
  const media = window.matchMedia(QUERY);
  // Sheets are laid out right after this event: their content must be in the document when it ends.
  const onBefore = () => {
    isAsked = true;
    flushSync(listener);
  };
  const onAfter = () => {
    isAsked = false;
    listener();
  };
  media.addEventListener('change', listener);
  window.addEventListener('beforeprint', onBefore);
  window.addEventListener('afterprint', onAfter);
  return () => {
    media.removeEventListener('change', listener);
    window.removeEventListener('beforeprint', onBefore);
    window.removeEventListener('afterprint', onAfter);
  };
}

/** Whether the page is being printed; it is rendered so before the browser lays out the sheets. */
export function useOnPaper(): boolean {
  return useSyncExternalStore(subscribe, () => isAsked || window.matchMedia(QUERY).matches);
}
