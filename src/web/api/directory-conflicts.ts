import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import {
  CONFLICT_ROUTES,
  type ConflictDecision,
} from '../../contract/console/directory-conflicts.ts';
import { callConsole } from './client.ts';
import { directoryKeys } from './directory.ts';

/** Our values that a newer source contradicts. */
export const conflictsQuery = queryOptions({
  queryKey: [...directoryKeys.all, 'conflicts'],
  queryFn: ({ signal }) => callConsole(CONFLICT_ROUTES.directoryConflicts, { signal }),
});

/** Keeps our value or takes theirs. */
export function decideConflictMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: (decision: ConflictDecision) =>
      callConsole(CONFLICT_ROUTES.resolveConflict, { body: decision }),
    onSuccess: () => client.invalidateQueries({ queryKey: directoryKeys.all }),
  });
}
