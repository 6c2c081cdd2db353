import type { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';

/** The states of one view, each drawn from fixed data, in `*.stories.tsx` beside the view. */
export interface Stories {
  /** Name of the view, as a heading of the gallery. */
  title: string;
  /** By name of the state: loading, empty, error, stale, partial, and any others. */
  states: Readonly<Record<string, () => ReactNode>>;
  /** `alone`: a dialog or drawer covers the page, so each state has its own page. */
  layout?: 'stacked' | 'alone';
  /** Seeds the cache for views that fetch; all other reads stay pending. */
  seed?: (client: QueryClient) => void;
}
