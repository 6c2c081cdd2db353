import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { OVERVIEW_ROUTES } from '../../contract/console/overview.ts';
import { query } from './query.ts';

/** How often sums are read again, in ms: plans become due. */
const POLL_MS = 30_000;
/** The same while the server adds something up for the first time. */
const FIRST_MS = 1000;
/** The same while the server is recomputing them. */
const BEHIND_MS = 2000;

function pollMs(data: { isBehind: boolean } | undefined, parts: readonly unknown[]): number {
  if (parts.includes(null)) return FIRST_MS;
  return data?.isBehind === true ? BEHIND_MS : POLL_MS;
}

/** The whole fleet at a glance. @param zone IANA name of the zone whose days are counted */
export function fleetOverview(zone: string) {
  return queryOptions({
    ...query(OVERVIEW_ROUTES.overview, { query: { zone } }),
    refetchInterval: ({ state: { data } }) => pollMs(data, [data?.energy, data?.entities.reads]),
    placeholderData: keepPreviousData,
  });
}
