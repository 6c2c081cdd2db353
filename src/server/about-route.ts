import { ABOUT_ROUTES } from '../contract/console/about.ts';
import type { ServiceState } from '../contract/console/live.ts';
import type { UpstreamClient } from '../bff/upstream/client.ts';
import { isoInstant } from '../domain/instant.ts';
import { defineRoute } from '../http/define-route.ts';
import type { Route } from '../http/route.ts';
import type { Clock } from '../lib/clock.ts';
import { VERSION } from '../lib/version.ts';
import type { ConsoleOptions } from './console-options.ts';

/** The route that tells administrators what the console is configured with, without the Service's address and any secret. */
export function aboutRoute(
  { config, embedded }: Pick<ConsoleOptions, 'config' | 'embedded'>,
  parts: {
    upstream: Pick<UpstreamClient, 'tokenGoodUntil'>;
    serviceState: () => ServiceState;
    clock: Pick<Clock, 'now'>;
  },
): Route {
  return defineRoute(ABOUT_ROUTES.about, { permission: 'manage-operators', audit: 'none' }, () => {
    const until = parts.upstream.tokenGoodUntil();
    return {
      version: VERSION,
      service: {
        isEmbedded: embedded,
        state: parts.serviceState(),
        tokenGoodUntil: until === null ? null : isoInstant(until),
        timeoutMs: config.timeoutMs,
        maxInFlight: config.maxInFlight,
        requestsPerSecond: config.requestsPerSecond,
      },
      database: config.databaseUrl === null ? ('SQLite' as const) : ('PostgreSQL' as const),
      identityProvider: config.oidc === null ? null : new URL(config.oidc.issuer).hostname,
      readsFleet: config.fleetPolicy !== null,
      retention: config.retention,
      dispatch: {
        guardMinutes: config.guardMinutes,
        confirmEntities: config.confirmEntities,
        verificationWaitMinutes: config.verificationWaitMinutes,
        settleSeconds: config.resolverSettleSeconds,
        horizonMinutes: config.resolverHorizonMinutes,
      },
      asOf: isoInstant(parts.clock.now()),
    };
  });
}
