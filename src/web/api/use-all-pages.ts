import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Page } from '../../contract/paging.ts';
import { isoInstant } from '../../domain/instant.ts';
import { endsInLoop, type Row as AnyRow } from './service-pages.ts';

/** A list of the interface with the pages read so far. */
export interface AllPages<Row> {
  /** The pages received; undefined before the first. */
  pages: readonly Page<Row>[] | undefined;
  /** `reading`: more pages follow; `complete`: all were read; `partial`: reading stopped early. */
  state: 'reading' | 'complete' | 'partial';
  /** Why reading stopped or the refresh failed, or null. */
  error: unknown;
  /** Whether the Service repeated itself, which ends reading. */
  looped: boolean;
  asOf: string | null;
  fetching: boolean;
  /** Continues after a failure. */
  resume: () => void;
  /** Reads all pages again. */
  refresh: () => void;
}

/** Reads a list page after page to its end. */
export function useAllPages<Row extends AnyRow>(
  query: UseInfiniteQueryResult<InfiniteData<Page<Row>>>,
): AllPages<Row> {
  const { data, hasNextPage, isFetching, isError, fetchNextPage, refetch } = query;
  const goOn = hasNextPage && !isFetching && !isError;
  const pagesRead = data?.pages.length ?? 0;
  useEffect(() => {
    // Pages may arrive so fast that no render happens between two of them: then only the count changes.
    if (goOn && pagesRead > 0) void fetchNextPage();
  }, [goOn, pagesRead, fetchNextPage]);

  const looped = data !== undefined && endsInLoop(data.pages, data.pageParams);
  const stopped = looped || (hasNextPage && isError);
  return {
    pages: data?.pages,
    state: stopped ? 'partial' : hasNextPage || data === undefined ? 'reading' : 'complete',
    error: query.error,
    looped,
    asOf: data === undefined ? null : isoInstant(query.dataUpdatedAt),
    fetching: isFetching,
    resume: () => void (hasNextPage ? fetchNextPage() : refetch()),
    refresh: () => void refetch(),
  };
}
