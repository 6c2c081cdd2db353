import { infiniteQueryOptions } from '@tanstack/react-query';
import type { BatchFilter, BatchList, BatchSummary } from '../../contract/console/batch.ts';
import { batchKeys } from './batches.ts';
import { BATCH_ROUTES } from '../../contract/console/batch-routes.ts';
import { callConsole } from './client.ts';

/** Batches read at once. */
const PAGE_SIZE = 50;

function firstPage(): string | null {
  return null;
}

/** Batches that match, newest first, page after page. Live updates deliver their changes. */
export function activityQuery(filter: BatchFilter) {
  const queryKey = [...batchKeys.lists, 'activity', filter] as const;
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }): Promise<BatchList> =>
      callConsole(BATCH_ROUTES.batches, {
        query: { ...filter, cursor: pageParam ?? undefined, limit: PAGE_SIZE },
        signal,
      }),
    initialPageParam: firstPage(),
    getNextPageParam: (last) => last.next,
    staleTime: 0,
  });
}

/** The batches of all pages, each once even if it moved to another page between reads. */
export function mergePages(pages: readonly BatchList[]): BatchSummary[] {
  return [
    ...new Map(pages.flatMap(({ batches }) => batches).map((each) => [each.id, each])).values(),
  ];
}
