import { queryOptions } from '@tanstack/react-query';
import { FLEET_ROUTES, type FleetStatus } from '../../contract/console/fleet.ts';
import { query } from './query.ts';

/** How often the status is read while reads are in progress, in ms; live updates deliver the rest. */
const STATUS_POLL_MS = 2000;
/** The same while reading is paused: nothing changes then. */
const PAUSED_POLL_MS = 10_000;

/** How soon the status changes without a live update: reads become due over time. */
function pollAfter(status: FleetStatus | undefined): number | false {
  if (status === undefined || status.due === 0) return false;
  if (status.paused !== null) return PAUSED_POLL_MS;
  return status.isAutomatic || status.asked > 0 ? STATUS_POLL_MS : false;
}

/** The read status of the Entities of a Collective, of one Entity, or, without either, of all. */
export function fleetStatusOf(scope: { collective?: string; entity?: string } = {}) {
  return queryOptions({
    ...query(FLEET_ROUTES.fleetStatus, { query: scope }),
    refetchInterval: ({ state }) => pollAfter(state.data),
  });
}
