import type { Kysely } from 'kysely';
import { CONSOLE_ROUTES } from '../../contract/console/routes.ts';
import { FLEET_POLICY, type FleetPolicy } from '../../domain/fleet-policy.ts';
import type { Clock } from '../../lib/clock.ts';
import { defineRoute } from '../../bff/http/define-route.ts';
import { READ, act, type Route } from '../../bff/http/route.ts';
import type { Store } from '../../store/schema/schema.ts';
import { createCollectiveFacts } from '../fleet/facts/collective-facts.ts';
import { partOfFacts } from '../fleet/facts/entity-facts.ts';
import { directoryChangeRoutes } from './change-routes.ts';
import { exportDirectory } from './export-directory.ts';
import { countEntities } from './facets.ts';
import { findEverywhere } from './find.ts';
import { listEntities } from './list.ts';
import { membershipRoutes } from './membership-routes.ts';
import { readCollective, readCollectives, readEntity } from './read-directory.ts';

/** The routes of the directory. @param policy by which what was read counts as stale */
export function directoryRoutes(
  db: Kysely<Store>,
  clock: Pick<Clock, 'now' | 'elapsed'>,
  policy: FleetPolicy = FLEET_POLICY,
): Route[] {
  const { collectives, collective, entities, entityFacets, entity, find } = CONSOLE_ROUTES;
  const { collectiveFacts, entityFacts } = CONSOLE_ROUTES;
  const readCollectiveFacts = createCollectiveFacts(db, clock, policy);
  return [
    defineRoute(collectives, READ, ({ query }) =>
      readCollectives(db, clock.now(), query.archived !== undefined),
    ),
    defineRoute(collective, READ, ({ params }) => readCollective(db, params.id, clock.now())),
    defineRoute(entities, READ, ({ query }) => listEntities(db, query, clock.now(), policy)),
    defineRoute(entityFacets, READ, ({ query }) => countEntities(db, query)),
    defineRoute(collectiveFacts, READ, () => readCollectiveFacts()),
    defineRoute(entityFacts, READ, ({ query }) =>
      partOfFacts(db, query.after, policy, clock.now()),
    ),
    defineRoute(entity, READ, ({ params }) => readEntity(db, params.id, clock.now())),
    defineRoute(
      CONSOLE_ROUTES.exportDirectory,
      { permission: 'read', audit: act('export', 'directory') },
      () => exportDirectory(db),
    ),
    defineRoute(find, READ, ({ query }) => findEverywhere(db, query.q, clock.now())),
    ...directoryChangeRoutes(db, clock),
    ...membershipRoutes(db, clock),
  ];
}
