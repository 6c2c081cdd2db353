import { z } from '../zod.ts';
import { Uuid } from '../primitives.ts';
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

const none = z.strictObject({});
const byId = z.strictObject({ id: Uuid });

/** Routes for the places of Entities. */
export const PLACE_ROUTES = {
  placeStatus: {
    method: 'GET',
    path: '/api/console/places/status',
    params: none,
    query: PlaceScope,
    body: null,
    answer: PlaceStatus,
  },
  placeMap: {
    method: 'GET',
    path: '/api/console/places/map',
    params: none,
    query: PlaceFilter,
    body: null,
    answer: PlaceMap,
  },
  places: {
    method: 'GET',
    path: '/api/console/places',
    params: none,
    query: PlaceListQuery,
    body: null,
    answer: PlacePage,
  },
  placeFailures: {
    method: 'GET',
    path: '/api/console/places/failures',
    params: none,
    query: PlaceScope.extend({
      offset: z.coerce.number().int().min(0).max(10_000_000).optional(),
      limit: z.coerce.number().int().min(1).max(500).optional(),
    }),
    body: null,
    answer: PlaceFailures,
  },
  /** Begins to read the Locations of many Entities; the same id again is the same run. */
  gatherPlaces: {
    method: 'POST',
    path: '/api/console/places/gatherings',
    params: none,
    query: none,
    body: GatherRequest,
    answer: PlaceStatus,
  },
  stopGathering: {
    method: 'POST',
    path: '/api/console/places/gatherings/{id}/stop',
    params: byId,
    query: none,
    body: null,
    answer: PlaceStatus,
  },
  resumeGathering: {
    method: 'POST',
    path: '/api/console/places/gatherings/{id}/resume',
    params: byId,
    query: none,
    body: null,
    answer: PlaceStatus,
  },
  /** Reads the Locations of one Entity at once, within the budget. */
  readPlacesOf: {
    method: 'POST',
    path: '/api/console/places/entities/{id}/read',
    params: byId,
    query: none,
    body: null,
    answer: PlaceReading,
  },
} as const;
