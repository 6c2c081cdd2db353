import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import type { Closing, Resolution } from '../../contract/console/resolution.ts';
import type { ClosingRequest } from '../../contract/console/resolution-routes.ts';
import { batchKeys } from './batches.ts';
import { RESOLUTION_ROUTES } from '../../contract/console/resolution-routes.ts';
import { callConsole } from './client.ts';

/** Starts a check of an unknown outcome; if one is already running, it is returned instead. */
export function startCheckMutation(client: QueryClient, dispatchId: string) {
  return mutationOptions({
    mutationFn: (): Promise<Resolution> =>
      callConsole(RESOLUTION_ROUTES.resolve, { params: { id: dispatchId } }),
    onSuccess: () => client.invalidateQueries({ queryKey: batchKeys.detail(dispatchId) }),
  });
}

/** Closes an unknown outcome on an operator's statement. */
export function closeOutcomeMutation(client: QueryClient, dispatchId: string) {
  return mutationOptions({
    mutationFn: (request: ClosingRequest): Promise<Closing> =>
      callConsole(RESOLUTION_ROUTES.closeOutcome, { params: { id: dispatchId }, body: request }),
    onSuccess: () => client.invalidateQueries({ queryKey: batchKeys.all }),
  });
}
