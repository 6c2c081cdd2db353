import type { Kysely } from 'kysely';
import { CONSOLE_ROUTES } from '../../../contract/console/routes.ts';
import { isoInstant } from '../../../domain/instant.ts';
import type { Clock } from '../../../lib/clock.ts';
import { defineRoute } from '../../../bff/http/define-route.ts';
import { READ, type Route } from '../../../bff/http/route.ts';
import type { Store } from '../../../store/schema/schema.ts';
import type { UpstreamClient } from '../../../bff/upstream/client.ts';
import { offsetAt } from './send-clock.ts';

/** The route that shows the offset of the Service's clock. */
export function serviceClockRoutes(parts: {
  db: Kysely<Store>;
  clock: Pick<Clock, 'now'>;
  upstream: Pick<UpstreamClient, 'clockOffset'>;
}): Route[] {
  return [
    defineRoute(CONSOLE_ROUTES.serviceClock, READ, async () => {
      const now = parts.clock.now();
      const offset = await offsetAt(parts.db, parts.upstream.clockOffset(), now);
      return { offset, asOf: isoInstant(now) };
    }),
  ];
}
