import type { Kysely } from 'kysely';
import { PLACE_ROUTES } from '../../contract/console/place-routes.ts';
import type { Clock } from '../../lib/clock.ts';
import { defineRoute } from '../../bff/http/define-route.ts';
import { READ, act, type Route } from '../../bff/http/route.ts';
import { failure } from '../../bff/http/problems.ts';
import type { Store } from '../../store/schema/schema.ts';
import { changeGathering, recordGathering } from './gather-store.ts';
import type { Gatherer } from './gatherer.ts';
import { listPlaces } from './place-list.ts';
import { readPlaceMap } from './place-map.ts';
import { readPlaceFailures, readPlaceStatus } from './place-status.ts';

/** The routes for places: reading the stored ones, and syncing them with the Service. */
export function placeRoutes(parts: {
  db: Kysely<Store>;
  clock: Pick<Clock, 'now'>;
  gatherer: Gatherer;
}): Route[] {
  const { db, clock, gatherer } = parts;
  const routes = PLACE_ROUTES;
  let recording = false;

  const status = (collective?: string) => readPlaceStatus(db, gatherer, collective, clock.now());

  const change = async (id: string, to: 'running' | 'stopped') => {
    await changeGathering(db, id, to);
    gatherer.wake();
    return status();
  };
  const gathers = (target: string) =>
    ({ permission: 'gather-places', audit: act('gather', target) }) as const;

  return [
    defineRoute(routes.placeStatus, READ, ({ query }) => status(query.collective)),
    defineRoute(routes.placeMap, READ, ({ query }) => readPlaceMap(db, query, clock.now())),
    defineRoute(routes.places, READ, ({ query }) => listPlaces(db, query, clock.now())),
    defineRoute(routes.placeFailures, READ, ({ query }) =>
      readPlaceFailures(db, query, clock.now()),
    ),
    defineRoute(
      routes.gatherPlaces,
      gathers(routes.gatherPlaces.path),
      async ({ body, signedIn, reply }) => {
        if (recording) {
          throw failure(409, 'gathering_under_way', 'A gathering is being started this moment.');
        }
        recording = true;
        try {
          await recordGathering(db, body, signedIn.operator.name, clock.now());
        } finally {
          recording = false;
        }
        gatherer.wake();
        reply.code(201);
        return status(body.collectiveId ?? undefined);
      },
    ),
    defineRoute(routes.stopGathering, gathers('gatherings {id}'), ({ params }) =>
      change(params.id, 'stopped'),
    ),
    defineRoute(routes.resumeGathering, gathers('gatherings {id}'), ({ params }) =>
      change(params.id, 'running'),
    ),
    defineRoute(routes.readPlacesOf, gathers('entity {id}'), async ({ params: { id } }) => {
      const known = await db
        .selectFrom('entities')
        .where('id', '=', id)
        .where('archived', '=', 0)
        .select('id')
        .executeTakeFirst();
      if (known === undefined) {
        throw failure(404, 'not_found', `The directory has no Entity ${id}.`);
      }
      const { result } = await gatherer.readNow(id);
      return 'message' in result
        ? { message: result.message, places: 0 }
        : { message: null, places: result.locations.length };
    }),
  ];
}
