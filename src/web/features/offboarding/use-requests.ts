import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import type { OffboardingRequest } from '../../../contract/offboarding-request.ts';
import { bulkRunsQuery } from '../../api/bulk.ts';
import { offboardingRequestsQuery } from '../../api/offboarding.ts';
import { mergeRows } from '../../api/paging.ts';
import { useAllPages, type AllPages } from '../../api/use-all-pages.ts';

/** The Offboarding Requests read so far. */
export interface AllRequests extends Omit<AllPages<OffboardingRequest>, 'pages'> {
  /** Newest first by the Service's order; undefined before the first page. */
  requests: readonly OffboardingRequest[] | undefined;
}

/** Reads all Offboarding Requests, page after page. */
export function useRequests(): AllRequests {
  const { pages, ...reading } = useAllPages(useInfiniteQuery(offboardingRequestsQuery));
  const requests = useMemo(
    () => (pages === undefined ? undefined : mergeRows(pages).toReversed()),
    [pages],
  );
  return { ...reading, requests };
}

/** Reads the list again, once, if it is older than the end of the last offboarding run. */
export function useReadAfterRuns({ asOf, refresh }: Pick<AllRequests, 'asOf' | 'refresh'>): void {
  const runs = useQuery(bulkRunsQuery).data?.runs ?? [];
  const ends = runs
    .filter(({ change }) => change.kind === 'offboarding')
    .map(({ finishedAt }) => (finishedAt === null ? 0 : Date.parse(finishedAt)));
  const lastEnd = Math.max(0, ...ends);
  const readAfter = useRef(0);
  useEffect(() => {
    if (asOf === null || lastEnd <= readAfter.current) return;
    readAfter.current = lastEnd;
    if (Date.parse(asOf) <= lastEnd) refresh();
  }, [asOf, lastEnd, refresh]);
}
