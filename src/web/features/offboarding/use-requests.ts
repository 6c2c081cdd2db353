import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { OffboardingRequest } from '../../../contract/offboarding-request.ts';
import { offboardingRequestsQuery } from '../../api/offboarding.ts';
import { mergeRows } from '../../api/paging.ts';
import { useAllPages, type AllPages } from '../../api/use-all-pages.ts';

/** All Offboarding Requests, as far as they are read. */
export interface AllRequests extends Omit<AllPages<OffboardingRequest>, 'pages'> {
  /** Newest first, as far as the order of the Service tells; undefined before the first page came. */
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
