import type { Kysely } from 'kysely';
import { PLACE_ROUTES } from '../../../contract/console/place-routes.ts';
import { defineRoute } from '../../../http/define-route.ts';
import { READ, type Route } from '../../../http/route.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { listPlaces } from './place-list.ts';
import { readPlaceMap } from './place-map.ts';

/** The routes for places, which are read from the store. */
export function placeRoutes(db: Kysely<Store>, clock: Pick<Clock, 'now'>): Route[] {
  return [
    defineRoute(PLACE_ROUTES.placeMap, READ, ({ query }) => readPlaceMap(db, query, clock.now())),
    defineRoute(PLACE_ROUTES.places, READ, ({ query }) => listPlaces(db, query, clock.now())),
  ];
}
