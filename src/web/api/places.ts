import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { PlaceFilter, PlaceListQuery, PlaceRow } from '../../contract/console/places.ts';
import { PLACE_PAGE_MAX } from '../../contract/console/places.ts';
import { PLACE_ROUTES } from '../../contract/console/place-routes.ts';
import { callConsole } from './client.ts';

export const placeKeys = {
  all: ['places'] as const,
  map: ['places', 'map'] as const,
  list: ['places', 'list'] as const,
};

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

/** Filters and order of the list of places. */
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
