import {
  mutationOptions,
  queryOptions,
  type QueryClient,
  type QueryFunctionContext,
} from '@tanstack/react-query';
import type {
  BatchDetail,
  BatchRow,
  BatchSummary,
  CommandHistory,
  RetryOutlook,
} from '../../contract/console/batch.ts';
import { BATCH_ROUTES } from '../../contract/console/batch-routes.ts';
import { ENTITY_BATCH_ROUTES } from '../../contract/console/entity-batches.ts';
import { callConsole, callWith } from './client.ts';
import { query } from './query.ts';

/** How often a batch that can still change is read again if its changes are not pushed, in ms. */
export const BATCH_POLL_MS = 5000;
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

/** Key of a row of a batch; it changes when its Entity gets a Command. */
function rowKey(row: Pick<BatchRow, 'commandId' | 'entityId'>): string {
  return row.commandId ?? row.entityId;
}

/**
 * Rows with changed ones replaced; unchanged rows stay the same objects. A row without a Command is replaced by
 * the first Command of its Entity.
 */
export function mergeRows(rows: readonly BatchRow[], changed: readonly BatchRow[]): BatchRow[] {
  const merged = [...rows];
  const places = new Map(merged.map((row, at) => [rowKey(row), at]));
  for (const row of changed) {
    const at =
      places.get(rowKey(row)) ?? (row.commandId === null ? undefined : places.get(row.entityId));
    const old = at === undefined ? undefined : merged[at];
    if (at === undefined || old === undefined) {
      places.set(rowKey(row), merged.push(row) - 1);
    } else if (row.version >= old.version) {
      merged[at] = row;
      places.delete(rowKey(old));
      places.set(rowKey(row), at);
    }
  }
  return merged;
}

/** The batches that can still change, for the frame around every page. */
export const runningQuery = query(BATCH_ROUTES.batches, {
  query: { outcome: 'running', limit: RUNNING_LIMIT },
});

/** One batch with a row per Entity. Once it was read, only the rows that changed since are. */
export function batchQuery(id: string) {
  const whole = query(BATCH_ROUTES.batch, { params: { id } });
  return {
    ...whole,
    queryFn: async ({ client, signal }: QueryFunctionContext): Promise<BatchDetail> => {
      const held = client.getQueryData(whole.queryKey);
      const input = { params: { id }, query: { since: held?.version }, signal };
      const read = await callWith(BATCH_ROUTES.batch, input);
      if (held === undefined || read.complete) return read;
      return { ...read, rows: mergeRows(held.rows, read.rows), complete: true };
    },
    // Unchanged rows are the same objects already.
    structuralSharing: false,
  };
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
