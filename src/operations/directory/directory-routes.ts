import type { Kysely } from 'kysely';
import { CONSOLE_ROUTES } from '../../contract/console/routes.ts';
import type { Clock } from '../../lib/clock.ts';
import { parseParams, parseQuery } from '../../bff/http/input.ts';
import type { Route } from '../../bff/http/route.ts';
import type { Store } from '../../store/schema/schema.ts';
import { directoryChangeRoutes } from './change-routes.ts';
import { exportDirectory } from './export-directory.ts';
import { countEntities } from './facets.ts';
import { findEverywhere } from './find.ts';
import { listEntities } from './list.ts';
import { membershipRoutes } from './membership-routes.ts';
import { readCollective, readCollectives, readEntity } from './read-directory.ts';

/** The routes of the directory. */
export function directoryRoutes(db: Kysely<Store>, clock: Pick<Clock, 'now'>): Route[] {
  const { collectives, collective, entities, entityFacets, entity, find } = CONSOLE_ROUTES;
  const exported = CONSOLE_ROUTES.exportDirectory;
  return [
    {
      ...collectives,
      permission: 'read',
      handle(request) {
        const { archived } = parseQuery(collectives.query, request);
        return readCollectives(db, clock.now(), archived !== undefined);
      },
    },
    {
      ...collective,
      permission: 'read',
      handle(request) {
        parseQuery(collective.query, request);
        return readCollective(db, parseParams(collective.params, request).id, clock.now());
      },
    },
    {
      ...entities,
      permission: 'read',
      handle: (request) => listEntities(db, parseQuery(entities.query, request), clock.now()),
    },
    {
      ...entityFacets,
      permission: 'read',
      handle: (request) => countEntities(db, parseQuery(entityFacets.query, request)),
    },
    {
      ...entity,
      permission: 'read',
      handle(request) {
        parseQuery(entity.query, request);
        return readEntity(db, parseParams(entity.params, request).id, clock.now());
      },
    },
    {
      ...exported,
      permission: 'read',
      handle(request) {
        parseQuery(exported.query, request);
        return exportDirectory(db);
      },
    },
    {
      ...find,
      permission: 'read',
      handle: (request) => findEverywhere(db, parseQuery(find.query, request).q, clock.now()),
    },
    ...directoryChangeRoutes(db, clock),
    ...membershipRoutes(db, clock),
  ];
}
