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
import type { EnergyCache } from '../fleet/energy/energy-cache.ts';
import { dismiss } from './dismissals.ts';
import { createFleetStateCache } from './fleet-state-cache.ts';
import { readOverview } from './overview.ts';

interface Parts {
  /** Reads without waiting for writes. */
  reader: Kysely<Store>;
  clock: Clock;
  energy: EnergyCache;
  /** Decides when a read is stale. */
  policy: FleetPolicy;
  /** Resolves when no answer is being computed; soon in any case. */
  giveWay: () => Promise<void>;
}

/** The Overview of a running console. */
export interface RunningOverview {
  routes: Route[];
  /** Stops running computations. */
  stop(): Promise<void>;
}

const Keyed = z.object({ key: z.string() });

function aboutOf(body: unknown): string {
  const parsed = Keyed.safeParse(body);
  return parsed.success ? parsed.data.key : '';
}

function checkZone(zone: string): void {
  if (!isTimeZone(zone)) throw invalid('zone', `${zone} is not a time zone.`);
}

/** The routes of the Overview, and the background sums behind it. */
export function startOverview(parts: Parts): RunningOverview {
  const { reader, clock, energy, policy, giveWay } = parts;
  const { overview, dismissAttention } = CONSOLE_ROUTES;
  const fleetState = createFleetStateCache({ db: reader, clock, policy, giveWay });
  const sources = { energy, fleetState };
  return {
    stop: () => fleetState.stop(),
    routes: [
      defineRoute(overview, READ, ({ query, signedIn }) => {
        checkZone(query.zone);
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
    ],
  };
}
