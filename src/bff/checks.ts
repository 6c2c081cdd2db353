import type { Kysely } from 'kysely';
import type { Clock } from './clock.ts';
import type { ConsoleConfig } from './config.ts';
import { dryRunRoutes } from './dispatch/dry-run-routes.ts';
import { createPendingOffboardings } from './dispatch/pending-offboardings.ts';
import type { Route } from './http/routes.ts';
import type { Store } from './store/schema.ts';
import type { UpstreamClient } from './upstream/client.ts';

/** What checking before and after a dispatch needs. */
export interface CheckParts {
  db: Kysely<Store>;
  clock: Clock;
  upstream: UpstreamClient;
  config: Pick<ConsoleConfig, 'guardMinutes'>;
}

/** All that looks before a dispatch at what it would meet. */
export interface Checks {
  routes: Route[];
}

/** Makes the parts that check. */
export function createChecks({ db, clock, upstream, config }: CheckParts): Checks {
  return {
    routes: dryRunRoutes({
      db,
      clock,
      guardWindowMs: config.guardMinutes * 60_000,
      pendingOffboardings: createPendingOffboardings(upstream, clock),
    }),
  };
}
