import type { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';

/** The states of one view, each drawn from fixed data; they stand beside the view in `*.stories.tsx`. */
export interface Stories {
  /** What the view is called, as a heading of the gallery. */
  title: string;
  /** By the name of the state: loading, empty, error, stale, partial, and what else the view can be. */
  states: Readonly<Record<string, () => ReactNode>>;
  /** `alone`: a dialog or drawer covers the page, so each state has a page to itself. */
  layout?: 'stacked' | 'alone';
  /** Seeds the cache for views that fetch; all other reads stay pending. */
  seed?: (client: QueryClient) => void;
}
