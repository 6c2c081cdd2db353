import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type {
  BatchDetail,
  BatchList,
  BatchSummary,
  CommandHistory,
  RetryOutlook,
} from '../../contract/console/batch.ts';
import { BATCH_ROUTES } from '../../contract/console/batch-routes.ts';
import { ENTITY_BATCH_ROUTES } from '../../contract/console/entity-batches.ts';
import { callConsole } from './client.ts';
import { isFollowed } from './live-state.ts';

/** How often a batch that can still change is read again if its changes are not pushed, in ms. */
export const BATCH_POLL_MS = 5000;
/** The same for a list of batches. */
const LIST_POLL_MS = 10_000;
/** Running batches that the frame keeps loaded. */
const RUNNING_LIMIT = 100;

export const batchKeys = {
  all: ['batches'] as const,
  lists: ['batches', 'list'] as const,
  running: ['batches', 'running'] as const,
  ofEntity: (entityId: string) => ['batches', 'entity', entityId] as const,
  /** Future Commands. */
  schedule: ['batches', 'schedule'] as const,
  details: ['batches', 'detail'] as const,
  detail: (id: string) => ['batches', 'detail', id] as const,
  /** Further reads about a batch: histories of its Commands, the Entities that sending it again would reach. */
  extras: (id: string) => ['batches', 'extra', id] as const,
};

/** Whether a batch can still change without an operator: being sent, followed or checked. */
export function isMoving(
  batch: Pick<BatchSummary, 'outcome' | 'settled' | 'open' | 'resolution'>,
): boolean {
  if (batch.outcome === 'sending') return true;
  if (batch.outcome === 'accepted') return !batch.settled;
  return batch.outcome === 'unknown' && (batch.open > 0 || batch.resolution?.state === 'running');
}

/**
 * How long to wait before a batch is read again as a whole if its changes are not pushed.
 * @param followed whether changes are pushed to this browser
 * @returns ms, or false if it need not be read
 */
export function batchPollMs(
  detail: BatchDetail | undefined,
  failed: boolean,
  followed: boolean,
): number | false {
  if (failed) return BATCH_POLL_MS;
  if (detail === undefined || followed) return false;
  return isMoving(detail.batch) ? BATCH_POLL_MS : false;
}

/** The same for a list of batches. */
export function listPollMs(list: BatchList | undefined, followed: boolean): number | false {
  return !followed && list !== undefined && list.batches.some(isMoving) ? LIST_POLL_MS : false;
}

/** The last batches of an Entity, each with the outcome of the Entity's own Commands. */
export function entityBatchesQuery(entityId: string) {
  const queryKey = batchKeys.ofEntity(entityId);
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) =>
      callConsole(ENTITY_BATCH_ROUTES.entityBatches, {
        params: { id: entityId },
        signal,
      }),
    // The stream reports changes of batches, not of single Commands.
    refetchInterval: ({ state }) =>
      state.data?.batches.some(({ batch }) => isMoving(batch)) === true ? BATCH_POLL_MS : false,
    staleTime: 0,
  });
}

/** The batches that can still change, for the frame around every page. */
export const runningQuery = queryOptions({
  queryKey: batchKeys.running,
  queryFn: async ({ signal }) => {
    const list = await callConsole(BATCH_ROUTES.batches, {
      query: { outcome: 'running', limit: RUNNING_LIMIT },
      signal,
    });
    return { ...list, batches: list.batches.filter(isMoving) };
  },
  refetchInterval: (query) => listPollMs(query.state.data, isFollowed()),
});

/** One batch with a row per Entity. Live updates deliver its changes. */
export function batchQuery(id: string) {
  const queryKey = batchKeys.detail(id);
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) =>
      callConsole(BATCH_ROUTES.batch, {
        params: { id },
        signal,
      }),
    refetchInterval: (query) =>
      batchPollMs(query.state.data, query.state.status === 'error', isFollowed()),
    staleTime: 0,
  });
}

/** The rows of a batch that changed after a version. */
export function readChangedRows(id: string, since: number): Promise<BatchDetail> {
  return callConsole(BATCH_ROUTES.batch, { params: { id }, query: { since } });
}

/** Makes the server read the open Commands of a batch at once. @returns how many are queued */
export function refreshBatchMutation(client: QueryClient, id: string) {
  return mutationOptions({
    mutationFn: (): Promise<{ queued: number }> =>
      callConsole(BATCH_ROUTES.refreshBatch, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: batchKeys.detail(id) }),
  });
}

/** Every observed change of one Command of a batch. */
export function commandHistoryQuery(dispatchId: string, position: number) {
  return queryOptions({
    queryKey: [...batchKeys.extras(dispatchId), 'history', position] as const,
    queryFn: ({ signal }): Promise<CommandHistory> =>
      callConsole(BATCH_ROUTES.commandHistory, {
        params: { id: dispatchId },
        query: { position },
        signal,
      }),
    staleTime: 0,
  });
}

/** The Entities that sending a batch again would reach. */
export function retryOutlookQuery(dispatchId: string) {
  return queryOptions({
    queryKey: [...batchKeys.extras(dispatchId), 'retry'] as const,
    queryFn: ({ signal }): Promise<RetryOutlook> =>
      callConsole(BATCH_ROUTES.retryOutlook, { params: { id: dispatchId }, signal }),
  });
}
