import { queryOptions } from '@tanstack/react-query';
import type { BatchFilter, BatchSummary } from '../../contract/console/batch.ts';
import { BATCH_ROUTES } from '../../contract/console/batch-routes.ts';
import { query } from './query.ts';

/** How soon a batch is read again after a failure, or if its hash is missing, in ms. */
const AGAIN_MS = 5000;
/** Running batches that the frame keeps loaded. */
const RUNNING_LIMIT = 100;

/** Whether a batch can still change without an operator: being sent, followed or checked. */
export function isMoving(
  batch: Pick<BatchSummary, 'outcome' | 'settled' | 'open' | 'resolution'>,
): boolean {
  if (batch.outcome === 'sending') return true;
  if (batch.outcome === 'accepted') return !batch.settled;
  return batch.outcome === 'unknown' && (batch.open > 0 || batch.resolution?.state === 'running');
}

/** The batches that can still change and match. */
export const runningOf = (filter: BatchFilter) =>
  ({
    ...query(BATCH_ROUTES.batches, {
      query: { ...filter, outcome: 'running', limit: RUNNING_LIMIT },
    }),
    // What other systems sent is not among these: reads of the fleet change nothing.
    meta: { shows: ['batches'] },
  }) as const;

/** All of them, for the frame around every page. */
export const runningQuery = runningOf({});

/** One batch with its figures; once it is settled, until the audit log has its hash. */
export const batchQuery = (id: string) =>
  queryOptions({
    ...query(BATCH_ROUTES.batch, { params: { id } }),
    refetchInterval: ({ state: { data, status } }) => {
      const waits = status === 'error' || (data?.batch.settled === true && data.record === null);
      return waits ? AGAIN_MS : false;
    },
  });
