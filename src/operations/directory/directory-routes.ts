import { CONSOLE_ROUTES } from '../../contract/console/routes.ts';
import { isTimeZone } from '../../domain/instant.ts';
import { invalid } from '../../http/problems.ts';
import { defineRoute } from '../../http/define-route.ts';
import { READ, act, type Route } from '../../http/route.ts';
import { readCollectiveFacts } from '../fleet/lists/collective-facts.ts';
import { partOfFacts } from '../fleet/picture/shown-picture.ts';
import { directoryChangeRoutes, type DirectoryRouteParts } from './change-routes.ts';
import { exportDirectory } from './export-directory.ts';
import { countEntities } from './facets.ts';
import { findEverywhere } from './find.ts';
import { listEntities } from './list.ts';
import { readCollective, readCollectives, readEntity } from './read-directory.ts';
import { readToDecide } from './to-decide.ts';

/** The routes of the directory. */
export function directoryRoutes(parts: DirectoryRouteParts): Route[] {
  const { reader, clock, policy, sums } = parts;
  const { collectives, collective, entities, entityFacets, entity, find } = CONSOLE_ROUTES;
  const { collectiveFacts, entityFacts } = CONSOLE_ROUTES;
  return [
    defineRoute(collectives, READ, ({ query }) =>
      readCollectives(reader, clock.now(), query.archived !== undefined),
    ),
    defineRoute(collective, READ, ({ params }) => readCollective(reader, params.id, clock.now())),
    defineRoute(entities, READ, ({ query }) => listEntities(reader, query, clock.now(), policy)),
    defineRoute(entityFacets, READ, ({ query }) => countEntities(reader, query, clock.now())),
    defineRoute(collectiveFacts, READ, ({ query }) => {
      if (!isTimeZone(query.zone)) throw invalid('zone', `${query.zone} is not a time zone.`);
      return readCollectiveFacts({ db: reader, policy, sums }, query.zone, clock.now());
    }),
    defineRoute(entityFacts, READ, ({ query }) =>
      partOfFacts(reader, query.after, policy, clock.now()),
    ),
    defineRoute(entity, READ, ({ params }) => readEntity(reader, params.id, clock.now())),
    defineRoute(
      CONSOLE_ROUTES.exportDirectory,
      {
        permission: 'read',
        audit: act('export', 'directory', { effect: 'elsewhere', needsRoom: false }),
      },
      () => exportDirectory(reader),
    ),
    defineRoute(CONSOLE_ROUTES.toDecide, READ, ({ query }) =>
      readToDecide(reader, query.collective, clock.now()),
    ),
    defineRoute(find, READ, ({ query }) => findEverywhere(reader, query.q, clock.now())),
    ...directoryChangeRoutes(parts),
  ];
}
