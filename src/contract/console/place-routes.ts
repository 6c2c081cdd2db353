import { GET } from './route-parts.ts';
import { PlaceFilter, PlaceListQuery, PlaceMap, PlacePage } from './places.ts';

/** Routes for the places of Entities. */
export const PLACE_ROUTES = {
  placeMap: { ...GET, path: '/api/console/places/map', query: PlaceFilter, answer: PlaceMap },
  places: { ...GET, path: '/api/console/places', query: PlaceListQuery, answer: PlacePage },
} as const;
