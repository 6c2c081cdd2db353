import { queryOptions } from '@tanstack/react-query';
import type { FleetStatus } from '../../contract/console/fleet.ts';
import { FLEET_ROUTES } from '../../contract/console/fleet.ts';
import { callConsole } from './client.ts';

/** How often the state of the reads is read again: while reads are due, and without, in ms. */
const READING_MS = 2000;
const IDLE_MS = 60_000;

export const fleetKeys = {
  all: ['fleet'] as const,
  status: ['fleet', 'status'] as const,
};

const isReading = (status: FleetStatus | undefined) =>
  status !== undefined && status.due > 0 && status.paused === null;

/** What the console knows of the fleet, and how it keeps that up to date. */
export const fleetStatusQuery = queryOptions({
  queryKey: fleetKeys.status,
  queryFn: ({ signal }) => callConsole(FLEET_ROUTES.fleetStatus, { query: {}, signal }),
  refetchInterval: ({ state }) => (isReading(state.data) ? READING_MS : IDLE_MS),
  staleTime: 0,
});
