import { useState } from 'react';

/** Which series of a chart are shown, for as long as the page is open. */
export interface SeriesToggle {
  isShown: (key: string) => boolean;
  /** Hides a series, or shows it again. */
  toggle: (key: string) => void;
}

/** All series are shown at first; where the last one is hidden, all are shown again. @param keys of all series */
export function useSeriesToggle(keys: readonly string[]): SeriesToggle {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  // Series that are gone hide nothing.
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
