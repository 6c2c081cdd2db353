import {
  keepPreviousData,
  mutationOptions,
  queryOptions,
  type QueryClient,
} from '@tanstack/react-query';
import {
  BULK_PAGE_MAX,
  type BulkChange,
  type BulkItem,
  type BulkItemFilter,
  type BulkRequest,
  type BulkRun,
  type BulkRunDetail,
  type BulkRuns,
  type BulkTargetsRequest,
} from '../../contract/console/bulk.ts';
import { capacityKeys } from './battery-capacity.ts';
import { BULK_ROUTES } from '../../contract/console/bulk-routes.ts';
import { callConsole } from './client.ts';
import { featureKeys } from './features.ts';

/** How often a running run is read again, in ms. */
const POLL_MS = 1500;
/** How often a stopped run and the list of runs are read again: only an operator can change them. */
const SLOW_POLL_MS = 10_000;
/** Rows of one page of items. */
export const BULK_ITEMS_PER_PAGE = 200;

export const bulkKeys = {
  all: ['bulk'] as const,
  runs: ['bulk', 'runs'] as const,
  run: (id: string) => ['bulk', 'run', id] as const,
  items: (id: string) => ['bulk', 'items', id] as const,
};

/** Whether a run can still change without an operator. One stopped with nothing left to send is about to end. */
export function isGoingOn({ state, counts }: Pick<BulkRun, 'state' | 'counts'>): boolean {
  return state === 'running' || (state === 'stopped' && counts.waiting === 0) || counts.sending > 0;
}

/** Invalidates the values of Entities that a run changes. */
async function invalidateValues(client: QueryClient, { kind }: BulkChange): Promise<void> {
  if (kind === 'offboarding') return;
  const { all } = kind === 'feature' ? featureKeys : capacityKeys;
  await client.invalidateQueries({ queryKey: all });
}

/** The same for runs that changed something since they were read before. */
function noteProgress(
  client: QueryClient,
  before: readonly BulkRun[] | undefined,
  runs: readonly BulkRun[],
): void {
  const moving = new Set(before?.filter(isGoingOn).map(({ id }) => id));
  for (const run of runs) {
    if (isGoingOn(run) || moving.has(run.id)) void invalidateValues(client, run.change);
  }
}

/** The newest runs. */
export const bulkRunsQuery = queryOptions({
  queryKey: bulkKeys.runs,
  queryFn: async ({ client, signal }) => {
    const list = await callConsole(BULK_ROUTES.bulkRuns, { signal });
    noteProgress(client, client.getQueryData<BulkRuns>(bulkKeys.runs)?.runs, list.runs);
    return list;
  },
  refetchInterval: ({ state: { data } }) => {
    if (data === undefined) return false;
    return data.runs.some(isGoingOn) ? POLL_MS : SLOW_POLL_MS;
  },
  staleTime: 0,
});

/** One run with its counts. */
export function bulkRunQuery(id: string) {
  const queryKey = bulkKeys.run(id);
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }) => {
      const detail = await callConsole(BULK_ROUTES.bulkRun, { params: { id }, signal });
      const before = client.getQueryData<BulkRunDetail>(queryKey);
      noteProgress(client, before && [before.run], [detail.run]);
      return detail;
    },
    refetchInterval: ({ state: { data } }) => {
      if (data === undefined || data.run.state === 'done') return false;
      return isGoingOn(data.run) ? POLL_MS : SLOW_POLL_MS;
    },
    staleTime: 0,
  });
}

/**
 * A page of the items of a run.
 * @param page from 0
 * @param goingOn whether it is polled
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
    // A new key once it no longer changes guarantees that its last results are read.
    queryKey: [...rows, goingOn] as const,
    queryFn: ({ signal }) => callConsole(BULK_ROUTES.bulkItems, { params: { id }, query, signal }),
    refetchInterval: goingOn ? POLL_MS : false,
    // A page keeps its own rows while it is read; the first page also those of another filter.
    placeholderData: (previous, of) =>
      page === 0 || of?.queryKey[3] === rows[3] ? previous : undefined,
    staleTime: 0,
  });
}

/** All items of a run that pass a filter, page after page. @throws ApiError */
export async function readBulkItems(
  id: string,
  state: BulkItemFilter | undefined,
  signal?: AbortSignal,
): Promise<BulkItem[]> {
  const items: BulkItem[] = [];
  for (;;) {
    const query = { state, offset: items.length, limit: BULK_PAGE_MAX };
    const page = await callConsole(BULK_ROUTES.bulkItems, { params: { id }, query, signal });
    items.push(...page.items);
    if (page.items.length === 0 || items.length >= page.total) return items;
  }
}

/** The Entities that a request selects. */
export function bulkTargetsQuery(request: BulkTargetsRequest | null) {
  return queryOptions({
    queryKey: [...bulkKeys.all, 'targets', request],
    queryFn: ({ signal }) => callConsole(BULK_ROUTES.bulkTargets, { body: request, signal }),
    enabled: request !== null,
    placeholderData: keepPreviousData,
  });
}

/** Starts a run; the same id again is the same run. */
export function startBulkMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: (request: BulkRequest): Promise<BulkRunDetail> =>
      callConsole(BULK_ROUTES.startBulk, { body: request }),
    onSuccess: async (_detail, { change }) => {
      await invalidateValues(client, change);
      await client.invalidateQueries({ queryKey: bulkKeys.runs });
    },
  });
}

/** Stops a run, without sending the rest, or resumes it. */
export function changeBulkMutation(client: QueryClient, id: string) {
  return mutationOptions({
    mutationFn: (to: 'stop' | 'resume'): Promise<BulkRunDetail> =>
      callConsole(to === 'stop' ? BULK_ROUTES.stopBulk : BULK_ROUTES.resumeBulk, {
        params: { id },
      }),
    onSuccess: async (detail) => {
      client.setQueryData(bulkKeys.run(id), detail);
      await invalidateValues(client, detail.run.change);
      await client.invalidateQueries({ queryKey: bulkKeys.runs });
    },
  });
}
