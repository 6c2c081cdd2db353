import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useStays } from './use-stays.ts';

/** How a change of the address is taken. */
export interface SearchChangeOptions<S> {
  /** Whether the back button undoes a change; absent: it undoes none, as for filters. */
  isStep?: (change: Partial<S>) => boolean;
  /** Whether the page scrolls to the top afterwards; absent: it stays. */
  resetScroll?: boolean;
}

const never = () => false;

/**
 * Changes part of the page's address, unless the operator has already left for another page.
 * @param options its functions must be defined outside components, to stay the same
 */
export function useSearchChange<S extends object>({
  isStep = never,
  resetScroll = false,
}: SearchChangeOptions<S> = {}): (change: Partial<S>) => void {
  const navigate = useNavigate();
  const stays = useStays();
  return useCallback(
    (change) => {
      if (!stays()) return;
      void navigate({
        to: '.',
        search: (old) => ({ ...old, ...change }),
        replace: !isStep(change),
        resetScroll,
      });
    },
    [navigate, stays, isStep, resetScroll],
  );
}
