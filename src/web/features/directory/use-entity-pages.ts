import { useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { EntityListRow } from '../../../contract/console/directory-list.ts';
import { entitiesOf, ENTITIES_PER_PAGE, type EntityList } from './directory-queries.ts';

/** Maximum number of pages read at a time, however far the operator scrolls. */
const PAGES_AT_ONCE = 4;

/** A list of Entities whose pages are read as they scroll into view. */
export function useEntityPages(list: EntityList) {
  const [shown, setShown] = useState({ from: 0, to: 0 });
  const start = useQuery(entitiesOf(list, 0));
  const { from, to } = shown;
  const pages = Array.from(
    { length: Math.min(to - from + 1, PAGES_AT_ONCE) },
    (_, at) => from + at,
  ).filter((page) => page > 0);
  const more = useQueries({ queries: pages.map((page) => entitiesOf(list, page)) });

  const read = new Map<number, readonly EntityListRow[]>();
  if (start.data !== undefined) read.set(0, start.data.entities);
  for (const [at, page] of pages.entries()) {
    const found = more[at]?.data;
    if (found !== undefined) read.set(page, found.entities);
  }
  const rowAt = (index: number) =>
    read.get(Math.floor(index / ENTITIES_PER_PAGE))?.[index % ENTITIES_PER_PAGE];
  const failed = more.find(({ error }) => error !== null);
  const onWindow = useCallback((first: number, end: number) => {
    const next = {
      from: Math.floor(first / ENTITIES_PER_PAGE),
      to: Math.floor(Math.max(first, end - 1) / ENTITIES_PER_PAGE),
    };
    // Most scroll steps stay on the same pages: only the table renders again then.
    setShown((old) => (old.from === next.from && old.to === next.to ? old : next));
  }, []);
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
