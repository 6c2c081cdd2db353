import { useCallback } from 'react';
import { useStays } from './-use-stays.ts';

interface NavigateWithin<S> {
  search: (old: S) => S;
  replace: boolean;
  resetScroll: boolean;
}

interface SearchChangeOptions<S> {
  /** Whether a change is a step that the back button undoes; absent: none is, as filtering is not. */
  isStep?: (change: Partial<S>) => boolean;
  /** Whether the page starts at its top afterwards; absent: it stays. */
  resetScroll?: boolean;
}

const never = () => false;

/**
 * Changes a part of the page's address, unless the operator has already left for another page.
 * @param navigate the route's own
 * @param options its functions are made outside of components, so that they stay the same
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
