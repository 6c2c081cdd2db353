import {
  keepPreviousData,
  mutationOptions,
  queryOptions,
  type QueryClient,
} from '@tanstack/react-query';
import type {
  GatherRequest,
  PlaceFilter,
  PlaceListQuery,
  PlaceRow,
  PlaceStatus,
} from '../../contract/console/places.ts';
import { PLACE_PAGE_MAX } from '../../contract/console/places.ts';
import { PLACE_ROUTES } from '../../contract/console/place-routes.ts';
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
    queryFn: ({ signal }) =>
      callConsole(PLACE_ROUTES.placeStatus, { query: { collective }, signal }),
    refetchInterval: (query) =>
      query.state.data?.gathering?.state === 'running' ? STATUS_POLL_MS : false,
  });
}

/** All places that match, for the map. */
export function placeMapQuery(filter: PlaceFilter) {
  return queryOptions({
    queryKey: [...placeKeys.map, filter],
    queryFn: ({ signal }) => callConsole(PLACE_ROUTES.placeMap, { query: filter, signal }),
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
    queryFn: ({ signal }) => callConsole(PLACE_ROUTES.places, { query, signal }),
    placeholderData: page === 0 ? keepPreviousData : undefined,
  });
}

/** All places that match, page after page, for a file. @throws ApiError */
export async function readAllPlaces(selection: PlaceSelection): Promise<PlaceRow[]> {
  const rows: PlaceRow[] = [];
  for (;;) {
    const query = { ...selection, offset: rows.length, limit: PLACE_PAGE_MAX };
    const { places } = await callConsole(PLACE_ROUTES.places, { query });
    rows.push(...places);
    if (places.length < PLACE_PAGE_MAX) return rows;
  }
}

/** Entities whose places could not be read: the first hundred, and how many there are. */
export function placeFailuresQuery(collective: string | undefined) {
  return queryOptions({
    queryKey: [...placeKeys.failures, collective ?? null],
    queryFn: ({ signal }) =>
      callConsole(PLACE_ROUTES.placeFailures, { query: { collective, limit: 100 }, signal }),
    placeholderData: keepPreviousData,
  });
}

const readAgain = (client: QueryClient) => ({ onSettled: () => readPlacesAgain(client) });

/** Has everything read again that is shown of places. */
export function readPlacesAgain(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: placeKeys.all });
}

/** What is asked of gathering: a run to begin (the same id again is the same run), to stop or to resume. */
export type GatherAct = { begin: GatherRequest } | { stop: string } | { resume: string };

/** Begins, stops or resumes gathering; what was read is kept. */
export function gatherMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: (act: GatherAct): Promise<PlaceStatus> => {
      if ('stop' in act)
        return callConsole(PLACE_ROUTES.stopGathering, { params: { id: act.stop } });
      if ('resume' in act)
        return callConsole(PLACE_ROUTES.resumeGathering, { params: { id: act.resume } });
      return callConsole(PLACE_ROUTES.gatherPlaces, { body: act.begin });
    },
    ...readAgain(client),
  });
}

/** Reads the places of one Entity again. */
export function readPlacesOfMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: (entityId: string) =>
      callConsole(PLACE_ROUTES.readPlacesOf, { params: { id: entityId } }),
    ...readAgain(client),
  });
}
