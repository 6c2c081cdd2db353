import { FLEET_ENTITY_ROUTES } from '../../../contract/console/fleet-entity.ts';
import { isTimeZone } from '../../../domain/instant.ts';
import { defineRoute } from '../../../http/define-route.ts';
import { invalid } from '../../../http/problems.ts';
import { READ, type Route } from '../../../http/route.ts';
import type { Clock } from '../../../lib/clock.ts';
import { readCollectiveSessions } from './read-collective-sessions.ts';
import { readFleetCollective, type CollectiveParts } from './read-fleet-collective.ts';
import { readFleetEntity } from './read-fleet-entity.ts';

/** The routes for stored data of one Entity and of one Collective. They do not ask the Service. */
export function fleetEntityRoutes(parts: CollectiveParts & { clock: Pick<Clock, 'now'> }): Route[] {
  const { db, policy, clock } = parts;
  const { fleetEntity, fleetCollective, fleetCollectiveSessions } = FLEET_ENTITY_ROUTES;
  return [
    defineRoute(fleetEntity, READ, ({ params }) =>
      readFleetEntity(db, policy, params.id, clock.now()),
    ),
    defineRoute(fleetCollective, READ, ({ params, query }) => {
      checkZone(query.zone);
      return readFleetCollective(parts, params.id, query.zone, clock.now());
    }),
    defineRoute(fleetCollectiveSessions, READ, ({ params, query }) => {
      checkZone(query.zone);
      return readCollectiveSessions(db, policy, params.id, query, clock.now());
    }),
  ];
}

function checkZone(zone: string): void {
  if (!isTimeZone(zone)) throw invalid('zone', `${zone} is not a time zone.`);
}
