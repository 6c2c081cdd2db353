import { get } from '../route.ts';
import { PlaceFilter, PlaceListQuery, PlaceMap, PlacePage } from './places.ts';

/** Routes for the places of Entities. */
export const PLACE_ROUTES = {
  placeMap: get('/api/console/places/map', {
    shows: ['places', 'fleet', 'batches'],
    query: PlaceFilter,
    answer: PlaceMap,
  }),
  places: get('/api/console/places', {
    shows: ['places', 'fleet', 'batches'],
    query: PlaceListQuery,
    answer: PlacePage,
  }),
};
