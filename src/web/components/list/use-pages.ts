import { useQueries, useQuery, type QueryKey, type UseQueryOptions } from '@tanstack/react-query';
import { useCallback, useState } from 'react';

/** Maximum number of pages read at a time, however far the operator scrolls. */
const PAGES_AT_ONCE = 4;

/**
 * A list whose pages are read as they scroll into view.
 * @param size rows of a page
 * @param pageOf the read of a page, from 0; the first one also gives the total
 * @param rowsOf the rows of what it answers
 */
export function usePages<Page extends { total: number; asOf: string }, Row, Key extends QueryKey>(
  size: number,
  pageOf: (page: number) => UseQueryOptions<Page, Error, Page, Key>,
  rowsOf: (page: Page) => readonly Row[],
) {
  const [shown, setShown] = useState({ from: 0, to: 0 });
  const start = useQuery(pageOf(0));
  const { from, to } = shown;
  const pages = Array.from(
    { length: Math.min(to - from + 1, PAGES_AT_ONCE) },
    (_, at) => from + at,
  ).filter((page) => page > 0);
  const more = useQueries({ queries: pages.map((page) => pageOf(page)) });

  const read = new Map<number, readonly Row[]>();
  if (start.data !== undefined) read.set(0, rowsOf(start.data));
  for (const [at, page] of pages.entries()) {
    const found = more[at]?.data;
    if (found !== undefined) read.set(page, rowsOf(found));
  }
  const rowAt = (index: number) => read.get(Math.floor(index / size))?.[index % size];
  const failed = more.find(({ error }) => error !== null);
  const onWindow = useCallback(
    (first: number, end: number) => {
      const next = {
        from: Math.floor(first / size),
        to: Math.floor(Math.max(first, end - 1) / size),
      };
      // Most scroll steps stay on the same pages: only the table renders again then.
      setShown((old) => (old.from === next.from && old.to === next.to ? old : next));
    },
    [size],
  );
  return {
    /** Number of rows; undefined while not known. */
    total: start.data?.total,
    asOf: start.data?.asOf ?? null,
    error: start.error ?? failed?.error ?? null,
    fetching: start.isFetching,
    /** Whether the rows shown belong to the previous filter. */
    stale: start.isPlaceholderData,
    rowAt,
    onWindow,
    refresh: () => {
      void start.refetch();
      for (const page of more) void page.refetch();
    },
  };
}
