import { GET, POST, byId } from './route-parts.ts';
import { z } from '../zod.ts';
import {
  GatherRequest,
  PlaceFailures,
  PlaceFilter,
  PlaceListQuery,
  PlaceMap,
  PlacePage,
  PlaceReading,
  PlaceScope,
  PlaceStatus,
} from './places.ts';

/** Routes for the places of Entities. */
export const PLACE_ROUTES = {
  placeStatus: {
    ...GET,
    path: '/api/console/places/status',
    query: PlaceScope,
    answer: PlaceStatus,
  },
  placeMap: { ...GET, path: '/api/console/places/map', query: PlaceFilter, answer: PlaceMap },
  places: { ...GET, path: '/api/console/places', query: PlaceListQuery, answer: PlacePage },
  placeFailures: {
    ...GET,
    path: '/api/console/places/failures',
    query: PlaceScope.extend({
      offset: z.coerce.number().int().min(0).max(10_000_000).optional(),
      limit: z.coerce.number().int().min(1).max(500).optional(),
    }),
    answer: PlaceFailures,
  },
  /** Begins to read the Locations of many Entities; the same id again is the same run. */
  gatherPlaces: {
    ...POST,
    path: '/api/console/places/gatherings',
    body: GatherRequest,
    answer: PlaceStatus,
  },
  stopGathering: {
    ...POST,
    path: '/api/console/places/gatherings/{id}/stop',
    params: byId,
    answer: PlaceStatus,
  },
  resumeGathering: {
    ...POST,
    path: '/api/console/places/gatherings/{id}/resume',
    params: byId,
    answer: PlaceStatus,
  },
  /** Reads the Locations of one Entity at once, within the budget. */
  readPlacesOf: {
    ...POST,
    path: '/api/console/places/entities/{id}/read',
    params: byId,
    answer: PlaceReading,
  },
} as const;
