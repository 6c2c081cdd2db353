import { GET } from './route-parts.ts';
import { PlaceFilter, PlaceListQuery, PlaceMap, PlacePage } from './places.ts';

/** Routes for the places of Entities. */
export const PLACE_ROUTES = {
  placeMap: {
    ...GET,
    path: '/api/console/places/map',
    shows: ['places', 'fleet', 'batches'],
    query: PlaceFilter,
    answer: PlaceMap,
  },
  places: {
    ...GET,
    path: '/api/console/places',
    shows: ['places', 'fleet', 'batches'],
    query: PlaceListQuery,
    answer: PlacePage,
  },
} as const;
