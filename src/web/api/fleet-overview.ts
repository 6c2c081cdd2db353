import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { OVERVIEW_ROUTES } from '../../contract/console/overview.ts';
import { query } from './query.ts';

/** How often it is read again, in ms: plans become due. */
const POLL_MS = 30_000;

/** The whole fleet at a glance. @param zone IANA name of the zone whose days are counted */
export function fleetOverview(zone: string) {
  return queryOptions({
    ...query(OVERVIEW_ROUTES.overview, { query: { zone } }),
    refetchInterval: POLL_MS,
    placeholderData: keepPreviousData,
  });
}
