import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type {
  GatherRequest,
  PlaceFilter,
  PlaceListQuery,
  PlaceReading,
  PlaceRow,
  PlaceStatus,
} from '../../contract/console/places.ts';
import { PLACE_PAGE_MAX } from '../../contract/console/places.ts';
import { callConsole } from './client.ts';

/** How often a run of gathering is looked at, in ms. */
const STATUS_POLL_MS = 1500;

export const placeKeys = {
  all: ['places'] as const,
  status: ['places', 'status'] as const,
  map: ['places', 'map'] as const,
  list: ['places', 'list'] as const,
  failures: ['places', 'failures'] as const,
};

/** What is known of places, and how far gathering is. @param collective undefined: all */
export function placeStatusQuery(collective: string | undefined) {
  return queryOptions({
    queryKey: [...placeKeys.status, collective ?? null],
    queryFn: ({ signal }) => callConsole('placeStatus', { query: { collective }, signal }),
    refetchInterval: (query) =>
      query.state.data?.gathering?.state === 'running' ? STATUS_POLL_MS : false,
  });
}

/** All places that match, for the map. */
export function placeMapQuery(filter: PlaceFilter) {
  return queryOptions({
    queryKey: [...placeKeys.map, filter],
    queryFn: ({ signal }) => callConsole('placeMap', { query: filter, signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}

/** Rows of one page of the list of places. */
export const PLACES_PER_PAGE = 200;

/** What of the places is listed. */
export type PlaceSelection = Omit<PlaceListQuery, 'offset' | 'limit'>;

/** @param page from 0 */
export function placesQuery(selection: PlaceSelection, page: number) {
  const query = { ...selection, offset: page * PLACES_PER_PAGE, limit: PLACES_PER_PAGE };
  return queryOptions({
    queryKey: [...placeKeys.list, query],
    queryFn: ({ signal }) => callConsole('places', { query, signal }),
    placeholderData: page === 0 ? keepPreviousData : undefined,
  });
}

/** All places that match, page after page, for a file. @throws ApiError */
export async function readAllPlaces(selection: PlaceSelection): Promise<PlaceRow[]> {
  const rows: PlaceRow[] = [];
  for (;;) {
    const query = { ...selection, offset: rows.length, limit: PLACE_PAGE_MAX };
    const { places } = await callConsole('places', { query });
    rows.push(...places);
    if (places.length < PLACE_PAGE_MAX) return rows;
  }
}

/** Entities whose places could not be read: the first hundred, and how many there are. */
export function placeFailuresQuery(collective: string | undefined) {
  return queryOptions({
    queryKey: [...placeKeys.failures, collective ?? null],
    queryFn: ({ signal }) =>
      callConsole('placeFailures', { query: { collective, limit: 100 }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Begins to gather; the same id again is the same run. */
export function gatherPlaces(request: GatherRequest): Promise<PlaceStatus> {
  return callConsole('gatherPlaces', { body: request });
}

/** Stops a run; what was read is kept. */
export function stopGathering(id: string): Promise<PlaceStatus> {
  return callConsole('stopGathering', { params: { id } });
}

/** Goes on with a run that was stopped. */
export function resumeGathering(id: string): Promise<PlaceStatus> {
  return callConsole('resumeGathering', { params: { id } });
}

/** Reads the places of one Entity again. */
export function readPlacesOf(entityId: string): Promise<PlaceReading> {
  return callConsole('readPlacesOf', { params: { id: entityId } });
}
