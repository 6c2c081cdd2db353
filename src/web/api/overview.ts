import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { OVERVIEW_ROUTES } from '../../contract/console/overview.ts';
import { callConsole } from './client.ts';

/** How often the Overview is read again without news, in ms: plans become due. */
const POLL_MS = 30_000;

export const overviewKeys = { all: ['overview'] as const };

/** The whole fleet at a glance. @param zone IANA name of the zone whose days are counted */
export function overviewQuery(zone: string) {
  return queryOptions({
    queryKey: [...overviewKeys.all, zone] as const,
    queryFn: ({ signal }) => callConsole(OVERVIEW_ROUTES.overview, { query: { zone }, signal }),
    refetchInterval: POLL_MS,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}
