import { queryOptions } from '@tanstack/react-query';
import type { Command } from '../../contract/command.ts';
import type { Sweep, SweepRequest } from '../../contract/console/sweep.ts';
import { callConsole, callService } from './client.ts';

/** How often the list of a running sweep is read again while it is open, in ms. */
const ITEMS_POLL_MS = 2500;

export const sweepKeys = {
  all: ['sweeps'] as const,
  ofBatch: (dispatchId: string) => ['sweeps', 'batch', dispatchId] as const,
  detail: (id: string) => ['sweeps', 'detail', id] as const,
};

/** The sweeps over a batch, newest first. Their progress comes with the live updates. */
export function sweepsQuery(dispatchId: string) {
  return queryOptions({
    queryKey: sweepKeys.ofBatch(dispatchId),
    queryFn: ({ signal }) => callConsole('sweeps', { params: { id: dispatchId }, signal }),
  });
}

/** One sweep with each of its Commands. */
export function sweepQuery(id: string) {
  return queryOptions({
    queryKey: sweepKeys.detail(id),
    queryFn: ({ signal }) => callConsole('sweep', { params: { id }, signal }),
    refetchInterval: (query) =>
      query.state.data?.sweep.state === 'running' ? ITEMS_POLL_MS : false,
    staleTime: 0,
  });
}

/** Starts a sweep; the same id again is the same sweep. */
export function startSweep(start: { dispatchId: string; request: SweepRequest }): Promise<Sweep> {
  return callConsole('startSweep', { params: { id: start.dispatchId }, body: start.request });
}

/** Stops a sweep: what was not yet asked to be canceled is left alone. */
export function stopSweep(id: string): Promise<Sweep> {
  return callConsole('stopSweep', { params: { id } });
}

/** Goes on with a sweep that was stopped. */
export function resumeSweep(id: string): Promise<Sweep> {
  return callConsole('resumeSweep', { params: { id } });
}

/** Asks the Service, once, to cancel a Command. */
export function cancelCommand(command: { entityId: string; commandId: string }): Promise<Command> {
  return callService('cancelCommand', { params: command });
}
