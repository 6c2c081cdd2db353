import {
  keepPreviousData,
  mutationOptions,
  queryOptions,
  type QueryClient,
} from '@tanstack/react-query';
import {
  BULK_PAGE_MAX,
  type BulkItem,
  type BulkItemFilter,
  type BulkRequest,
  type BulkRun,
  type BulkRunDetail,
  type BulkTargetsRequest,
} from '../../contract/console/bulk.ts';
import { callConsole } from './client.ts';

/** How often a run that goes on is read again, in ms. */
const POLL_MS = 1500;
/** Rows of one page of items. */
export const BULK_ITEMS_PER_PAGE = 200;

export const bulkKeys = {
  all: ['bulk'] as const,
  runs: ['bulk', 'runs'] as const,
  run: (id: string) => ['bulk', 'run', id] as const,
  items: (id: string) => ['bulk', 'items', id] as const,
};

/** Whether a run can still change by itself. */
export function isGoingOn({ state, counts }: Pick<BulkRun, 'state' | 'counts'>): boolean {
  return state === 'running' || counts.sending > 0;
}

/** The newest runs. */
export const bulkRunsQuery = queryOptions({
  queryKey: bulkKeys.runs,
  queryFn: ({ signal }) =>
    callConsole('bulkRuns', {
      signal,
    }),
  refetchInterval: (query) => (query.state.data?.runs.some(isGoingOn) === true ? POLL_MS : false),
  staleTime: 0,
});

/** One run with its counts. */
export function bulkRunQuery(id: string) {
  const queryKey = bulkKeys.run(id);
  return queryOptions({
    queryKey,
    queryFn: ({ signal }) =>
      callConsole('bulkRun', {
        params: { id },
        signal,
      }),
    refetchInterval: ({ state }) =>
      state.data !== undefined && isGoingOn(state.data.run) ? POLL_MS : false,
    staleTime: 0,
  });
}

/**
 * A page of the items of a run.
 * @param page from 0
 * @param goingOn whether it is read again by itself
 */
export function bulkItemsQuery(
  id: string,
  state: BulkItemFilter | undefined,
  page: number,
  goingOn: boolean,
) {
  const query = { state, offset: page * BULK_ITEMS_PER_PAGE, limit: BULK_ITEMS_PER_PAGE };
  const rows = [...bulkKeys.items(id), JSON.stringify(query)] as const;
  return queryOptions({
    // Once it goes on no more it is another query, so that its last results are read for certain.
    queryKey: [...rows, goingOn] as const,
    queryFn: ({ signal }) => callConsole('bulkItems', { params: { id }, query, signal }),
    refetchInterval: goingOn ? POLL_MS : false,
    // A page keeps its own rows meanwhile; the first one also those of another filter.
    placeholderData: (previous, of) =>
      page === 0 || of?.queryKey[3] === rows[3] ? previous : undefined,
    staleTime: 0,
  });
}

/** All items of a run that a filter leaves, page after page. @throws ApiError */
export async function readBulkItems(
  id: string,
  state: BulkItemFilter | undefined,
  signal?: AbortSignal,
): Promise<BulkItem[]> {
  const items: BulkItem[] = [];
  for (;;) {
    const query = { state, offset: items.length, limit: BULK_PAGE_MAX };
    const page = await callConsole('bulkItems', { params: { id }, query, signal });
    items.push(...page.items);
    if (page.items.length === 0 || items.length >= page.total) return items;
  }
}

/** Which Entities are meant. */
export function bulkTargetsQuery(request: BulkTargetsRequest | null) {
  return queryOptions({
    queryKey: [...bulkKeys.all, 'targets', request],
    queryFn: ({ signal }) => callConsole('bulkTargets', { body: request, signal }),
    enabled: request !== null,
    placeholderData: keepPreviousData,
  });
}

/** Begins a run; the same id again is the same run. */
export function startBulkMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: (request: BulkRequest): Promise<BulkRunDetail> =>
      callConsole('startBulk', { body: request }),
    onSuccess: () => client.invalidateQueries({ queryKey: bulkKeys.runs }),
  });
}

/** Stops a run, which leaves alone what was not yet sent, or resumes it. */
export function changeBulkMutation(client: QueryClient, id: string) {
  return mutationOptions({
    mutationFn: (to: 'stop' | 'resume'): Promise<BulkRunDetail> =>
      callConsole(to === 'stop' ? 'stopBulk' : 'resumeBulk', { params: { id } }),
    onSuccess: (detail) => {
      client.setQueryData(bulkKeys.run(id), detail);
      return client.invalidateQueries({ queryKey: bulkKeys.runs });
    },
  });
}
