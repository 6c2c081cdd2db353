import type { Kysely } from 'kysely';
import { CONSOLE_ROUTES } from '../../contract/console/routes.ts';
import { isTimeZone } from '../../domain/instant.ts';
import type { Clock } from '../../lib/clock.ts';
import { defineRoute } from '../../bff/http/define-route.ts';
import { READ, type Route } from '../../bff/http/route.ts';
import { invalid } from '../../bff/http/problems.ts';
import type { Store } from '../../store/schema/schema.ts';
import { readOverview } from './overview.ts';

/** The route of the Overview. */
export function overviewRoutes(db: Kysely<Store>, clock: Pick<Clock, 'now'>): Route[] {
  return [
    defineRoute(CONSOLE_ROUTES.overview, READ, ({ query }) => {
      if (!isTimeZone(query.zone)) throw invalid('zone', `${query.zone} is not a time zone.`);
      return readOverview(db, query.zone, clock.now());
    }),
  ];
}
