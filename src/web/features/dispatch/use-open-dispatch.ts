import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { DispatchSearch } from './dispatch-search.ts';

/**
 * Opens the dispatch sheet over the current page; the browser's Back button closes it.
 * @returns takes what it starts with, and whether to replace the current state of the sheet; nothing: closes it
 */
export function useOpenDispatch(): (start: DispatchSearch, replace?: boolean) => void {
  const navigate = useNavigate();
  return useCallback(
    ({ dispatch, send, previous }, replace = false) =>
      void navigate({
        to: '.',
        search: (old) => ({ ...old, dispatch, send, previous }),
        replace,
        resetScroll: false,
      }),
    [navigate],
  );
}
