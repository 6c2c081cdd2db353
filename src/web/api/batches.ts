import { queryOptions } from '@tanstack/react-query';
import type { BatchDetail, BatchList, BatchSummary } from '../../contract/console/batch.ts';
import { BACKGROUND_HEADER, callConsole } from './client.ts';

/** How often a batch that can still change is read again, in ms. */
export const BATCH_POLL_MS = 2000;
/** The same after a read that failed. */
export const BATCH_POLL_AFTER_ERROR_MS = 5000;
/** How often a list is read again while one of its batches can still change, in ms. */
const LIST_POLL_MS = 5000;
/** Newest batches shown in Activity. */
const LIST_LIMIT = 100;

export const batchKeys = {
  all: ['batches'] as const,
  list: (collectiveId: string | null, limit: number) =>
    ['batches', 'list', collectiveId, limit] as const,
  detail: (id: string) => ['batches', 'detail', id] as const,
};

/** Whether a batch can still change by itself. An unknown outcome may be resolved later. */
export function isMoving(batch: Pick<BatchSummary, 'outcome' | 'settled'>): boolean {
  return batch.outcome === 'sending' || (batch.outcome === 'accepted' && !batch.settled);
}

/**
 * How long to wait before a batch is read again.
 * @returns ms, or false where nothing can change any more
 */
export function batchPollMs(detail: BatchDetail | undefined, failed: boolean): number | false {
  if (failed) return BATCH_POLL_AFTER_ERROR_MS;
  if (detail === undefined) return false;
  return isMoving(detail.batch) ? BATCH_POLL_MS : false;
}

/** The same for a list of batches. */
export function listPollMs(list: BatchList | undefined): number | false {
  return list !== undefined && list.batches.some(isMoving) ? LIST_POLL_MS : false;
}

/**
 * The newest batches.
 * @param collectiveId only those of this Collective, or null for all
 * @param limit how many at most
 */
export function batchesQuery(collectiveId: string | null = null, limit = LIST_LIMIT) {
  const queryKey = batchKeys.list(collectiveId, limit);
  return queryOptions({
    queryKey,
    queryFn: ({ signal, client }) =>
      callConsole('batches', {
        query: { collectiveId: collectiveId ?? undefined, limit },
        signal,
        headers: client.getQueryData(queryKey) === undefined ? undefined : BACKGROUND_HEADER,
      }),
    refetchInterval: (query) => listPollMs(query.state.data),
    staleTime: 0,
  });
}

/** One batch with a row per Entity; read again until all of it is settled. */
export function batchQuery(id: string) {
  const queryKey = batchKeys.detail(id);
  return queryOptions({
    queryKey,
    queryFn: ({ signal, client }) =>
      callConsole('batch', {
        params: { id },
        signal,
        headers: client.getQueryData(queryKey) === undefined ? undefined : BACKGROUND_HEADER,
      }),
    refetchInterval: (query) => batchPollMs(query.state.data, query.state.status === 'error'),
    staleTime: 0,
  });
}
