import { queryOptions } from '@tanstack/react-query';
import { BULK_ROUTES } from '../../contract/console/bulk-routes.ts';
import type { BulkRun } from '../../contract/console/bulk.ts';
import { query } from './query.ts';

/** How often runs that go on are read again, in ms: the stream does not name them. */
export const BULK_POLL_MS = 1500;
/** The same while none goes on: only an operator can change that. */
export const IDLE_POLL_MS = 10_000;

/** Whether a run can still change without an operator. One stopped with nothing left to send is about to end. */
export function isGoingOn({ state, counts }: Pick<BulkRun, 'state' | 'counts'>): boolean {
  return state === 'running' || (state === 'stopped' && counts.waiting === 0) || counts.sending > 0;
}

/** The newest runs. */
export const bulkRuns = queryOptions({
  ...query(BULK_ROUTES.bulkRuns),
  refetchInterval: ({ state: { data } }) => {
    if (data === undefined) return false;
    return data.runs.some(isGoingOn) ? BULK_POLL_MS : IDLE_POLL_MS;
  },
});
