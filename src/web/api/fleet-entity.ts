import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { FLEET_ENTITY_ROUTES } from '../../contract/console/fleet-entity.ts';
import type { SessionRange } from '../../domain/session-range.ts';
import { callConsole } from './client.ts';
import { fleetEntityKeys } from './fleet-entity-keys.ts';

/** How often plans and ages are read again if nothing is pushed, in ms. */
const POLL_MS = 60_000;
/** The same until the first sums are ready. */
const SOON_MS = 1000;
/** The same while the server is recomputing sums. */
const BEHIND_MS = 2000;

/** The stored data of one Entity, shown until the Service answers. */
export function fleetEntityQuery(entityId: string) {
  return queryOptions({
    queryKey: [...fleetEntityKeys.entity, entityId] as const,
    queryFn: ({ signal }) =>
      callConsole(FLEET_ENTITY_ROUTES.fleetEntity, { params: { id: entityId }, signal }),
  });
}

/** A Collective at a glance. @param zone IANA name of the zone whose days are counted */
export function fleetCollectiveQuery(collectiveId: string, zone: string) {
  return queryOptions({
    queryKey: [...fleetEntityKeys.collective, collectiveId, zone] as const,
    queryFn: ({ signal }) =>
      callConsole(FLEET_ENTITY_ROUTES.fleetCollective, {
        params: { id: collectiveId },
        query: { zone },
        signal,
      }),
    // The server is still adding up the energy.
    refetchInterval: ({ state: { data } }) => {
      if (data?.energy === null) return SOON_MS;
      return data?.isBehind === true ? BEHIND_MS : POLL_MS;
    },
  });
}

/** Rows of one page of a Collective's sessions. */
export const COLLECTIVE_SESSIONS_PER_PAGE = 50;

/**
 * The charge sessions of a Collective in a period, from the store.
 * @param page from 1
 */
export function collectiveSessionsQuery(
  collectiveId: string,
  range: SessionRange,
  zone: string,
  page: number,
) {
  const query = {
    start: range.start,
    end: range.end ?? undefined,
    zone,
    offset: (page - 1) * COLLECTIVE_SESSIONS_PER_PAGE,
    limit: COLLECTIVE_SESSIONS_PER_PAGE,
  };
  return queryOptions({
    queryKey: [...fleetEntityKeys.collective, collectiveId, 'sessions', query] as const,
    queryFn: ({ signal }) =>
      callConsole(FLEET_ENTITY_ROUTES.fleetCollectiveSessions, {
        params: { id: collectiveId },
        query,
        signal,
      }),
    // Keeps the rows within a period; another period starts empty.
    placeholderData: page === 1 ? undefined : keepPreviousData,
  });
}
