import { queryOptions, type QueryFunctionContext } from '@tanstack/react-query';
import type { BatchDetail, BatchRow, BatchSummary } from '../../contract/console/batch.ts';
import { BATCH_ROUTES } from '../../contract/console/batch-routes.ts';
import { callWith } from './client.ts';
import { query } from './query.ts';

/** How soon a batch is read again after a failure, in ms. */
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
  return queryOptions({
    ...whole,
    queryFn: async ({ client, signal }: QueryFunctionContext): Promise<BatchDetail> => {
      const held = client.getQueryData(whole.queryKey);
      const read = await callWith(BATCH_ROUTES.batch, {
        params: { id },
        query: { since: held?.version },
        signal,
      });
      if (held === undefined || read.complete) return read;
      return { ...read, rows: mergeRows(held.rows, read.rows), complete: true };
    },
    refetchInterval: ({ state }) => (state.status === 'error' ? AGAIN_MS : false),
    // Unchanged rows are the same objects already.
    structuralSharing: false,
  });
}
