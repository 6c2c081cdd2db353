import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { COMMAND_TYPES } from '../../../contract/command.ts';
import { Uuid } from '../../../contract/primitives.ts';
import { z } from '../../../contract/zod.ts';
import { address, Flag } from '../../components/list/address.ts';

/** The dispatch sheet in the address of any page. */
export const DispatchSearch = address({
  /** Open, for the Collective with this id; `1`: for that of the page, which asks for one if it has none. */
  dispatch: z.union([Flag, Uuid]),
  /** The Command that is chosen at first. */
  send: z.enum(COMMAND_TYPES),
  /** The batch to send again, and link. */
  previous: Uuid,
});
export type DispatchSearch = z.infer<typeof DispatchSearch>;

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
