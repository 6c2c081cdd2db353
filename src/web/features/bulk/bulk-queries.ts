import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  BULK_PAGE_MAX,
  type BulkItem,
  type BulkItemFilter,
} from '../../../contract/console/bulk.ts';
import { BULK_ROUTES } from '../../../contract/console/bulk-routes.ts';
import { BULK_POLL_MS, IDLE_POLL_MS, isGoingOn } from '../../api/bulk-runs.ts';
import { callWith } from '../../api/client.ts';
import { query } from '../../api/query.ts';

/** Rows of one page of items. */
export const BULK_ITEMS_PER_PAGE = 100;

/** One run with its counts. @param id undefined: none yet */
export function bulkRun(id: string | undefined) {
  return queryOptions({
    ...query(BULK_ROUTES.bulkRun, id === undefined ? null : { params: { id } }),
    refetchInterval: ({ state: { data } }) => {
      if (data === undefined || data.run.state === 'done') return false;
      return isGoingOn(data.run) ? BULK_POLL_MS : IDLE_POLL_MS;
    },
  });
}

/**
 * A page of the items of a run.
 * @param page from 1
 * @param goingOn whether it is polled
 */
export function bulkItems(
  id: string,
  state: BulkItemFilter | undefined,
  page: number,
  goingOn: boolean,
) {
  const offset = (page - 1) * BULK_ITEMS_PER_PAGE;
  // `goingOn` is for the key: another one once nothing changes guarantees that the last results are read.
  const input = {
    params: { id },
    query: { state, offset, limit: BULK_ITEMS_PER_PAGE },
    goingOn,
  };
  return queryOptions({
    ...query(BULK_ROUTES.bulkItems, input),
    refetchInterval: goingOn ? BULK_POLL_MS : false,
    placeholderData: keepPreviousData,
  });
}

/** All items of a run that pass a filter. @throws ApiError */
export async function readBulkItems(
  id: string,
  state: BulkItemFilter | undefined,
  signal?: AbortSignal,
): Promise<BulkItem[]> {
  const items: BulkItem[] = [];
  for (;;) {
    const page = await callWith(BULK_ROUTES.bulkItems, {
      params: { id },
      query: { state, offset: items.length, limit: BULK_PAGE_MAX },
      signal,
    });
    items.push(...page.items);
    if (page.items.length === 0 || items.length >= page.total) return items;
  }
}

/** The same as a query. @param id undefined: none yet */
export function allBulkItems(id: string | undefined, state: BulkItemFilter) {
  const { queryKey, meta } = query(
    BULK_ROUTES.bulkItems,
    id === undefined ? null : { params: { id }, query: { state } },
  );
  return queryOptions({
    queryKey: [...queryKey, 'all'] as const,
    queryFn: ({ signal }) => readBulkItems(id ?? '', state, signal),
    enabled: id !== undefined,
    meta,
  });
}
