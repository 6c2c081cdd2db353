import type { Kysely } from 'kysely';
import { CONSOLE_ROUTES } from '../../contract/console/routes.ts';
import type { Clock } from '../../lib/clock.ts';
import { parseBody, parseParams, parseQuery, refuseBody } from '../../bff/http/input.ts';
import { operatorOf, type Route } from '../../bff/http/route.ts';
import { failure } from '../../bff/http/problems.ts';
import type { Store } from '../../store/schema/schema.ts';
import { changeGathering, recordGathering } from './gather-store.ts';
import type { Gatherer } from './gatherer.ts';
import { listPlaces } from './place-list.ts';
import { readPlaceMap } from './place-map.ts';
import { readPlaceFailures, readPlaceStatus } from './place-status.ts';

/** The routes for places: reading what is known, and having it gathered. */
export function placeRoutes(parts: {
  db: Kysely<Store>;
  clock: Pick<Clock, 'now'>;
  gatherer: Gatherer;
}): Route[] {
  const { db, clock, gatherer } = parts;
  const routes = CONSOLE_ROUTES;
  let recording = false;

  const status = (collective?: string) => readPlaceStatus(db, gatherer, collective, clock.now());

  const change = (to: 'running' | 'stopped'): Route['handle'] => {
    return async (request) => {
      refuseBody(request);
      await changeGathering(db, parseParams(routes.stopGathering.params, request).id, to);
      gatherer.wake();
      return status();
    };
  };

  return [
    {
      ...routes.placeStatus,
      permission: 'read',
      handle: (request) => status(parseQuery(routes.placeStatus.query, request).collective),
    },
    {
      ...routes.placeMap,
      permission: 'read',
      handle: (request) =>
        readPlaceMap(db, parseQuery(routes.placeMap.query, request), clock.now()),
    },
    {
      ...routes.places,
      permission: 'read',
      handle: (request) => listPlaces(db, parseQuery(routes.places.query, request), clock.now()),
    },
    {
      ...routes.placeFailures,
      permission: 'read',
      handle: (request) =>
        readPlaceFailures(db, parseQuery(routes.placeFailures.query, request), clock.now()),
    },
    {
      ...routes.gatherPlaces,
      permission: 'gather-places',
      async handle(request, reply) {
        const asked = parseBody(routes.gatherPlaces.body, request);
        if (recording) {
          throw failure(409, 'gathering_under_way', 'A gathering is being started this moment.');
        }
        recording = true;
        try {
          await recordGathering(db, asked, operatorOf(request).operator.name, clock.now());
        } finally {
          recording = false;
        }
        gatherer.wake();
        return reply.code(201).send(await status(asked.collectiveId ?? undefined));
      },
    },
    { ...routes.stopGathering, permission: 'gather-places', handle: change('stopped') },
    { ...routes.resumeGathering, permission: 'gather-places', handle: change('running') },
    {
      ...routes.readPlacesOf,
      permission: 'gather-places',
      async handle(request) {
        refuseBody(request);
        const { id } = parseParams(routes.readPlacesOf.params, request);
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
        return 'words' in result
          ? { words: result.words, places: 0 }
          : { words: null, places: result.locations.length };
      },
    },
  ];
}
