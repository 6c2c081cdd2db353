import { queryOptions } from '@tanstack/react-query';
import { batchKeys } from './batches.ts';
import { SCHEDULE_ROUTES } from '../../contract/console/schedule.ts';
import { callConsole } from './client.ts';

/** How often the schedule is read again while it is shown, in ms. */
const SCHEDULE_POLL_MS = 15_000;

/**
 * All future Commands that this console knows.
 * @param collectiveId only those of this Collective, or null for all
 */
export function scheduleQuery(collectiveId: string | null = null) {
  const queryKey = [...batchKeys.schedule, collectiveId] as const;
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) =>
      callConsole(SCHEDULE_ROUTES.schedule, {
        query: { collectiveId: collectiveId ?? undefined },
        signal,
      }),
    refetchInterval: SCHEDULE_POLL_MS,
    staleTime: 0,
  });
}
