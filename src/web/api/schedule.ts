import { queryOptions } from '@tanstack/react-query';
import type { Sweep, SweepRequest } from '../../contract/console/sweep.ts';
import { BACKGROUND_HEADER, callConsole } from './client.ts';

/** How often the schedule is read again while it is shown, in ms. */
const SCHEDULE_POLL_MS = 15_000;

/**
 * All future Commands that this console knows.
 * @param collectiveId only those of this Collective, or null for all
 */
export function scheduleQuery(collectiveId: string | null = null) {
  const queryKey = ['batches', 'schedule', collectiveId] as const;
  return queryOptions({
    queryKey,
    queryFn: ({ signal, client }) =>
      callConsole('schedule', {
        query: { collectiveId: collectiveId ?? undefined },
        signal,
        headers: client.getQueryData(queryKey) === undefined ? undefined : BACKGROUND_HEADER,
      }),
    refetchInterval: SCHEDULE_POLL_MS,
    staleTime: 0,
  });
}

/** Begins to cancel Commands of a batch; the same id again is the same sweep. */
export function cancelPlanned(intentId: string, request: SweepRequest): Promise<Sweep> {
  return callConsole('startSweep', { params: { id: intentId }, body: request });
}
