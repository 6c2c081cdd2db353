import { queryOptions, keepPreviousData } from '@tanstack/react-query';
import { FLEET_ENTITY_ROUTES } from '../../contract/console/fleet-entity.ts';
import { FLEET_ROUTES, type FleetStatus } from '../../contract/console/fleet.ts';
import { OVERVIEW_ROUTES } from '../../contract/console/overview.ts';
import { query } from './query.ts';

/** How often the status is read while reads are in progress, in ms, and while reading is paused. */
const POLL_MS = { reading: 2000, paused: 10_000 } as const;

/** The scope of the status: the Entities of a Collective, one Entity, or, without either, all. */
export interface FleetScope {
  collective?: string | undefined;
  entity?: string | undefined;
}

/** How soon the status changes without a live update: reads become due over time. */
function pollAfter(status: FleetStatus | undefined): number | false {
  if (status === undefined || status.due === 0) return false;
  if (status.paused !== null) return POLL_MS.paused;
  return status.isAutomatic || status.asked > 0 ? POLL_MS.reading : false;
}

/** The read status of the Entities of a scope. */
export const fleetStatusOf = (scope: FleetScope = {}) =>
  queryOptions({
    ...query(FLEET_ROUTES.fleetStatus, { query: { ...scope } }),
    refetchInterval: ({ state }) => pollAfter(state.data),
  });

/** How often it is read again, in ms: plans become due. */
const OVERVIEW_POLL_MS = 30_000;

/** The whole fleet at a glance. @param zone IANA name of the zone whose days are counted */
export function fleetOverview(zone: string) {
  return queryOptions({
    ...query(OVERVIEW_ROUTES.overview, { query: { zone } }),
    refetchInterval: OVERVIEW_POLL_MS,
    placeholderData: keepPreviousData,
  });
}

/** A Collective at a glance. @param zone IANA name of the zone whose today is the last day */
export function fleetCollective(id: string, zone: string) {
  return query(FLEET_ENTITY_ROUTES.fleetCollective, { params: { id }, query: { zone } });
}
