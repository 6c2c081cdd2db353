import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  PLACE_PAGE_MAX,
  type PlaceFilter,
  type PlaceListQuery,
  type PlaceRow,
} from '../../../contract/console/places.ts';
import { PLACE_ROUTES } from '../../../contract/console/place-routes.ts';
import { call } from '../../api/client.ts';
import { pages, query, readAll } from '../../api/query.ts';

/** Rows of the list of places that are read at once. */
export const PLACES_PER_PAGE = 50;

/** Filters and order of the list of places. */
export type PlaceSelection = Omit<PlaceListQuery, 'offset' | 'limit'>;

/** All places that match, for the map. */
export const mapOf = (filter: PlaceFilter) =>
  queryOptions({
    ...query(PLACE_ROUTES.placeMap, { query: filter }),
    placeholderData: keepPreviousData,
  });

/** The list, page after page. */
export const placesOf = (selection: PlaceSelection) => ({
  ...pages(PLACE_ROUTES.places, { query: { ...selection, limit: PLACES_PER_PAGE } }, (read) => {
    const offset = read.length * PLACES_PER_PAGE;
    return offset < (read[0]?.total ?? 0) ? { offset } : null;
  }),
  placeholderData: keepPreviousData,
});

/** All places that match, for a file. */
export const readAllPlaces = (selection: PlaceSelection) =>
  readAll<PlaceRow>(async (offset) => {
    const asked = { ...selection, offset, limit: PLACE_PAGE_MAX };
    const { places: rows, total } = await call(PLACE_ROUTES.places, { query: asked });
    return { rows, total };
  });
