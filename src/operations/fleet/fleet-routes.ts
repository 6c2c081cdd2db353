import type { Kysely } from 'kysely';
import { FLEET_ROUTES } from '../../contract/console/fleet.ts';
import { defineRoute } from '../../http/define-route.ts';
import { READ, act, type Route } from '../../http/route.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Store } from '../../store/schema/schema.ts';
import { offboardingRoutes } from './offboarding/pending-offboardings.ts';
import { readFleetFailures } from './fleet-failures.ts';
import { readFleetStatus, type FleetStatusParts } from './fleet-status.ts';
import type { FleetReads } from './reads/scheduler.ts';
import { refreshFleet } from './refresh-fleet.ts';

/** Ids of 10,000 Entities, in bytes. */
const BODY_LIMIT = 512 * 1024;

/** The routes for the data of the fleet, and for refreshing it. */
export function fleetRoutes(
  parts: FleetStatusParts & {
    /** Stores requested reads. */
    db: Kysely<Store>;
    clock: Pick<Clock, 'now'>;
    reads: FleetReads;
  },
): Route[] {
  const { reader, clock, reads } = parts;
  const routes = FLEET_ROUTES;
  return [
    ...offboardingRoutes(reader, clock),
    defineRoute(routes.fleetStatus, READ, ({ query }) =>
      readFleetStatus(parts, query, clock.now()),
    ),
    defineRoute(routes.fleetFailures, READ, ({ query }) =>
      readFleetFailures(reader, query, clock.now()),
    ),
    defineRoute(
      routes.refreshFleet,
      {
        permission: 'refresh-fleet',
        audit: act('refresh', 'fleet', { effect: 'elsewhere', keepsBody: false }),
        bodyLimit: BODY_LIMIT,
      },
      async ({ body }) => {
        const asked = await refreshFleet(parts.db, parts.agesBy, body, clock.now());
        reads.wake();
        return { reads: asked };
      },
    ),
  ];
}
