import { useSyncExternalStore } from 'react';

const QUERY = 'print';

function subscribe(listener: () => void): () => void {
  const media = window.matchMedia(QUERY);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}

/** Whether the page is being printed; React draws what changes by it before the browser takes it. */
export function useOnPaper(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(QUERY).matches);
}
