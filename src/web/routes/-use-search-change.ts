import { useCallback } from 'react';
import { useStays } from './-use-stays.ts';

interface NavigateWithin<S> {
  search: (old: S) => S;
  replace: boolean;
  resetScroll: boolean;
}

interface SearchChangeOptions<S> {
  /** Whether the back button undoes a change; absent: it undoes none, as for filters. */
  isStep?: (change: Partial<S>) => boolean;
  /** Whether the page scrolls to the top afterwards; absent: it stays. */
  resetScroll?: boolean;
}

const never = () => false;

/**
 * Changes part of the page's address, unless the operator has already left for another page.
 * @param navigate the route's own
 * @param options its functions must be defined outside components, to stay the same
 */
export function useSearchChange<S extends object>(
  navigate: (to: NavigateWithin<S>) => unknown,
  { isStep = never, resetScroll = false }: SearchChangeOptions<S> = {},
): (change: Partial<S>) => void {
  const stays = useStays();
  return useCallback(
    (change) => {
      if (!stays()) return;
      void navigate({
        search: (old) => ({ ...old, ...change }),
        replace: !isStep(change),
        resetScroll,
      });
    },
    [navigate, stays, isStep, resetScroll],
  );
}
