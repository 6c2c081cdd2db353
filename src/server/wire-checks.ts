import type { Kysely } from 'kysely';
import type { Clock } from '../lib/clock.ts';
import type { ConsoleConfig } from './config.ts';
import { dryRunRoutes } from '../operations/dispatch/check/dry-run-routes.ts';
import type { OutageBreaker } from '../operations/jobs/outage-and-rate-limit.ts';
import type { RequestBudget } from '../operations/jobs/request-budget.ts';
import { resolutionRoutes } from '../operations/dispatch/resolve/resolution-routes.ts';
import {
  createResolver,
  type Resolver,
  type ResolverParts,
} from '../operations/dispatch/resolve/resolver.ts';
import type { Route } from '../http/route.ts';
import type { Store } from '../store/schema/schema.ts';
import type { UpstreamClient } from '../bff/upstream/client.ts';

/** Dependencies of the checks before and after a dispatch. */
export interface CheckParts extends Pick<ResolverParts, 'onChange'> {
  db: Kysely<Store>;
  clock: Clock;
  upstream: UpstreamClient;
  budget: RequestBudget;
  breaker: OutageBreaker;
  config: Pick<
    ConsoleConfig,
    'guardMinutes' | 'resolverSettleSeconds' | 'resolverHorizonMinutes' | 'timeoutMs'
  >;
  /** Called when a part failed; it keeps running. */
  onError(error: unknown, what: string): void;
}

/** The dry run before a dispatch, and the check of its outcome after it. */
export interface Checks {
  resolver: Resolver;
  routes: Route[];
}

/** Creates the checks; `resolver.wake` starts them. */
export function createChecks(parts: CheckParts): Checks {
  const { db, clock, upstream, config } = parts;
  const resolver = createResolver({
    db,
    clock,
    upstream,
    budget: parts.budget,
    breaker: parts.breaker,
    limits: {
      settleMs: config.resolverSettleSeconds * 1000,
      horizonMs: config.resolverHorizonMinutes * 60_000,
      // Getting a token can take as long as the request itself.
      sendWithinMs: 2 * config.timeoutMs,
    },
    onChange: (dispatchId, adopted) => {
      parts.onChange(dispatchId, adopted);
    },
    onError: (error) => {
      parts.onError(error, 'the check of unknown outcomes failed');
    },
  });
  return {
    resolver,
    routes: [
      ...dryRunRoutes({
        db,
        clock,
        guardWindowMs: config.guardMinutes * 60_000,
      }),
      ...resolutionRoutes({ clock, resolver, onChange: (id) => parts.onChange(id, false) }),
    ],
  };
}
