import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { Command } from '../../contract/command.ts';
import type { Sweep, SweepRequest } from '../../contract/console/sweep.ts';
import { batchKeys } from './batches.ts';
import { SWEEP_ROUTES } from '../../contract/console/sweep.ts';
import { callConsole } from './client.ts';
import { callService } from './service-client.ts';
import { commandKeys } from './command-history.ts';

/** How often the list of a running sweep is read again while it is open, in ms. */
const ITEMS_POLL_MS = 2500;

export const sweepKeys = {
  all: ['sweeps'] as const,
  ofBatch: (dispatchId: string) => ['sweeps', 'batch', dispatchId] as const,
  detail: (id: string) => ['sweeps', 'detail', id] as const,
};

/** The sweeps over a batch, newest first. Live updates deliver their progress. */
export function sweepsQuery(dispatchId: string) {
  return queryOptions({
    queryKey: sweepKeys.ofBatch(dispatchId),
    queryFn: ({ signal }) =>
      callConsole(SWEEP_ROUTES.sweeps, { params: { id: dispatchId }, signal }),
  });
}

/** One sweep with each of its Commands. */
export function sweepQuery(id: string) {
  return queryOptions({
    queryKey: sweepKeys.detail(id),
    queryFn: ({ signal }) => callConsole(SWEEP_ROUTES.sweep, { params: { id }, signal }),
    refetchInterval: (query) =>
      query.state.data?.sweep.state === 'running' ? ITEMS_POLL_MS : false,
    staleTime: 0,
  });
}

/** Starts a sweep over a batch; the same id again is the same sweep. */
export function startSweepMutation(client: QueryClient, dispatchId: string) {
  return mutationOptions({
    mutationFn: (request: SweepRequest): Promise<Sweep> =>
      callConsole(SWEEP_ROUTES.startSweep, { params: { id: dispatchId }, body: request }),
    onSuccess: () => client.invalidateQueries({ queryKey: sweepKeys.ofBatch(dispatchId) }),
  });
}

/** Stops a sweep, leaving Commands it has not reached yet, or resumes it. */
export function changeSweepMutation(
  client: QueryClient,
  { id, dispatchId }: Pick<Sweep, 'id' | 'dispatchId'>,
) {
  return mutationOptions({
    mutationFn: (act: 'stop' | 'resume'): Promise<Sweep> =>
      callConsole(act === 'stop' ? SWEEP_ROUTES.stopSweep : SWEEP_ROUTES.resumeSweep, {
        params: { id },
      }),
    onSettled: () => client.invalidateQueries({ queryKey: sweepKeys.ofBatch(dispatchId) }),
  });
}

/**
 * Asks the Service, once, to cancel a Command.
 * @param dispatchId the batch on whose page the operator cancels it, or null
 */
export function cancelCommandMutation(client: QueryClient, dispatchId: string | null) {
  return mutationOptions({
    mutationFn: (command: { entityId: string; commandId: string }): Promise<Command> =>
      callService('cancelCommand', { params: command }),
    onSettled: (_answer, _error, { entityId }) => {
      void client.invalidateQueries({ queryKey: commandKeys.ofEntity(entityId) });
      if (dispatchId === null) return;
      void client.invalidateQueries({ queryKey: batchKeys.extras(dispatchId) });
      void client.invalidateQueries({ queryKey: batchKeys.detail(dispatchId) });
    },
  });
}
