import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import type { OffboardingRequest } from '../../../contract/offboarding-request.ts';
import type { AnswerNote } from '../../api/client.ts';
import { bulkRuns } from '../../api/jobs.ts';
import { mergeRows, servicePages } from '../../api/service-pages.ts';
import { useAllPages, type AllPages } from '../../api/use-all-pages.ts';
import { useNote } from '../../api/use-note.ts';

/** Shown for a request without a status. */
export const NO_STATUS = 'No status';

/** The one status from which a request can be canceled. Spec, "States and transitions". */
export const PENDING = 'Pending';

export function isPendingRequest(request: OffboardingRequest): boolean {
  return request.status === PENDING;
}

/** The requests for one Entity, in the Service's order, oldest first. */
export function requestsFor(
  requests: readonly OffboardingRequest[],
  entityId: string,
): OffboardingRequest[] {
  return requests.filter(({ data }) => data?.id === entityId);
}

/** Number of requests per status, most frequent first, including unknown statuses. */
export function countStatuses(
  requests: readonly OffboardingRequest[],
): { status: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { status } of requests) {
    const key = status ?? NO_STATUS;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts]
    .map(([status, count]) => ({ status, count }))
    .toSorted((a, b) => b.count - a.count || a.status.localeCompare(b.status));
}

/** All Offboarding Requests that the console may see, page after page. */
export const requestPages = servicePages(ENDPOINTS.listOffboardingRequests, {
  query: { pageSize: 200 },
});

/** The Offboarding Requests read so far. */
export interface AllRequests extends Omit<AllPages<OffboardingRequest>, 'pages'> {
  /** Newest first by the Service's order; undefined before the first page. */
  requests: readonly OffboardingRequest[] | undefined;
  note: AnswerNote;
}

/** Reads all Offboarding Requests, page after page. */
export function useRequests(): AllRequests {
  const { pages, ...reading } = useAllPages(useInfiniteQuery(requestPages));
  const requests = useMemo(
    () => (pages === undefined ? undefined : mergeRows(pages).toReversed()),
    [pages],
  );
  const note = useNote(requestPages.queryKey);
  return { ...reading, requests, note };
}

/** Reads the list again, once, if it is older than the end of the last offboarding run. */
export function useReadAfterRuns({ asOf, refresh }: Pick<AllRequests, 'asOf' | 'refresh'>): void {
  const runs = useQuery(bulkRuns).data?.jobs ?? [];
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
