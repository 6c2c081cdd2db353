import type { Kysely } from 'kysely';
import { z } from '../../contract/zod.ts';
import { CONSOLE_ROUTES } from '../../contract/console/routes.ts';
import type { FleetPolicy } from '../../domain/fleet-policy.ts';
import { isTimeZone } from '../../domain/instant.ts';
import type { Clock } from '../../lib/clock.ts';
import { defineRoute } from '../../http/define-route.ts';
import { READ, act, type Route } from '../../http/route.ts';
import { invalid } from '../../http/problems.ts';
import type { Store } from '../../store/schema/schema.ts';
import type { FleetSums } from '../fleet/energy/fleet-energy.ts';
import { dismiss } from './dismissals.ts';
import { readOverview } from './overview.ts';

interface Parts {
  /** Reads without waiting for writes. */
  reader: Kysely<Store>;
  clock: Clock;
  sums: FleetSums;
  /** Decides when a read is stale. */
  policy: FleetPolicy;
}

const Keyed = z.object({ key: z.string() });

function aboutOf(body: unknown): string {
  const parsed = Keyed.safeParse(body);
  return parsed.success ? parsed.data.key : '';
}

function checkZone(zone: string): void {
  if (!isTimeZone(zone)) throw invalid('zone', `${zone} is not a time zone.`);
}

/** The routes of the Overview. */
export function overviewRoutes({ reader, clock, sums, policy }: Parts): Route[] {
  const { overview, dismissAttention } = CONSOLE_ROUTES;
  return [
    defineRoute(overview, READ, ({ query, signedIn }) => {
      checkZone(query.zone);
      const sources = { sums, policy };
      return readOverview(reader, sources, query.zone, signedIn.operator.id, clock.now());
    }),
    defineRoute(
      dismissAttention,
      {
        permission: 'dismiss-attention',
        audit: act('dismiss', (body) => `dismiss ${aboutOf(body)}`),
      },
      ({ body, record }) => record.done((trx) => dismiss(trx, body.key, clock.now())),
    ),
  ];
}
