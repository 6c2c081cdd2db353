import { useState } from 'react';

/** Which series of a chart are shown, while the page is open. */
export interface SeriesToggle {
  isShown: (key: string) => boolean;
  /** Hides a series, or shows it again. */
  toggle: (key: string) => void;
}

/** Shows all series at first, and again once the last one is hidden. @param keys of all series */
export function useSeriesToggle(keys: readonly string[]): SeriesToggle {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  // Removed series do not count as hidden.
  const isShown = (key: string) => !hidden.has(key) || keys.every((each) => hidden.has(each));
  return {
    isShown,
    toggle: (key) => {
      const next = new Set(keys.filter((each) => !isShown(each)));
      if (!next.delete(key)) next.add(key);
      setHidden(next.size === keys.length ? new Set() : next);
    },
  };
}
