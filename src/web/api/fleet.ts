import {
  keepPreviousData,
  mutationOptions,
  queryOptions,
  type QueryClient,
} from '@tanstack/react-query';
import type { ReadResource } from '../../contract/console/choices.ts';
import {
  FLEET_ROUTES,
  type FleetChoice,
  type FleetStatus,
  type RefreshCost,
} from '../../contract/console/fleet.ts';
import { callConsole } from './client.ts';

/** How often the status is read while reads are in progress, in ms; live updates deliver the rest. */
const STATUS_POLL_MS = 2000;
/** The same while reading is paused: nothing changes then. */
const PAUSED_POLL_MS = 10_000;

/** Rows of one page of failures. */
export const FAILURES_PER_PAGE = 50;

export const fleetKeys = {
  all: ['fleet'] as const,
  status: ['fleet', 'status'] as const,
  failures: ['fleet', 'failures'] as const,
  cost: ['fleet', 'cost'] as const,
};

/** The scope of the status: the Entities of a Collective, one Entity, or, without either, all. */
export interface FleetScope {
  collective?: string | undefined;
  entity?: string | undefined;
}

/** How soon the status changes without a live update: reads become due over time. */
function pollAfter(status: FleetStatus | undefined): number | false {
  if (status === undefined || status.due === 0) return false;
  if (status.paused !== null) return PAUSED_POLL_MS;
  return status.isAutomatic || status.asked > 0 ? STATUS_POLL_MS : false;
}

/** The read status of the Entities of a scope. */
export function fleetStatusQuery(scope: FleetScope = {}) {
  return queryOptions({
    queryKey: [...fleetKeys.status, scope] as const,
    queryFn: ({ signal }) => callConsole(FLEET_ROUTES.fleetStatus, { query: { ...scope }, signal }),
    refetchInterval: ({ state }) => pollAfter(state.data),
  });
}

/** A page of the reads whose last attempt failed. @param resource undefined: all; @param page from 0 */
export function fleetFailuresQuery(resource: ReadResource | undefined, page: number) {
  const query = { resource, offset: page * FAILURES_PER_PAGE, limit: FAILURES_PER_PAGE };
  return queryOptions({
    queryKey: [...fleetKeys.failures, query] as const,
    queryFn: ({ signal }) => callConsole(FLEET_ROUTES.fleetFailures, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** What a refresh would cost; reads nothing. @param choice null: nothing is chosen */
export function refreshCostQuery(choice: FleetChoice | null) {
  return queryOptions({
    queryKey: [...fleetKeys.cost, choice] as const,
    queryFn: ({ signal }) => callConsole(FLEET_ROUTES.refreshCost, { body: choice, signal }),
    enabled: choice !== null,
    placeholderData: keepPreviousData,
  });
}

/** Reads Entities before everything else; reads already queued are not queued twice. */
export function refreshFleetMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: (choice: FleetChoice): Promise<RefreshCost> =>
      callConsole(FLEET_ROUTES.refreshFleet, { body: choice }),
    // Live updates deliver the results; the queue should show the new reads at once.
    onSettled: () => {
      for (const queryKey of [fleetKeys.status, fleetKeys.failures])
        void client.invalidateQueries({ queryKey });
    },
  });
}
