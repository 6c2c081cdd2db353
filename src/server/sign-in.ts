import { authRoutes, type AuthParts } from '../access/auth-routes.ts';
import { knownBrowserCookie, sessionCookie } from '../access/cookie.ts';
import { createIdentityProvider } from '../access/identity-provider.ts';
import { operatorRoutes } from '../access/operator-routes.ts';
import { createPasswordSignIns } from '../access/password-sign-in.ts';
import { providerRoutes } from '../access/provider-routes.ts';
import { createProviderSignIns } from '../access/provider-sign-in.ts';
import { createSessions } from '../access/sessions.ts';
import { SIGN_IN_PATH } from '../contract/console/headers.ts';
import { isLoopback } from '../lib/loopback.ts';
import { recordReset, recordSessionEnd, recordSignIn } from '../operations/audit/sign-ins.ts';
import type { Core } from './core.ts';

/**
 * Creates sessions and sign-ins; the one-click sign-in only if the demo is reachable from this machine alone.
 * @param embedded whether the upstream is the embedded service, with simulated devices
 * @param origin the address that browsers use, once it is known
 */
export async function createSignIn(
  { config, db, reader, clock, audit, ...core }: Core,
  embedded: boolean,
  origin: () => string,
) {
  const secure = config.publicOrigin?.startsWith('https:') ?? false;
  const demo =
    embedded &&
    config.oidc === null &&
    isLoopback(config.host) &&
    (config.publicOrigin === null || isLoopback(new URL(config.publicOrigin).hostname));
  const notRecorded = core.failed('a row of the audit log could not be written');
  const sessions = createSessions({
    db,
    reader,
    clock,
    demo,
    issuer: config.oidc?.issuer ?? null,
    onEnded: (session) => recordSessionEnd(db, audit, session).catch(notRecorded),
    onStoreFailure: (error) => {
      core.storeHealth.suspect(error);
    },
  });
  const provider =
    config.oidc === null
      ? null
      : createProviderSignIns({
          db,
          clock,
          provider: createIdentityProvider(config.oidc, clock),
          // A page of ours, which sends the answer on: see `providerRoutes`.
          redirectUri: () => `${origin()}${SIGN_IN_PATH}`,
        });
  const auth: AuthParts = {
    db,
    clock,
    sessions,
    cookie: sessionCookie(secure),
    knownBrowser: knownBrowserCookie(secure),
    secure,
    demo,
    facts: {
      embedded,
      capacityUnit: config.capacityUnit,
      confirmEntities: config.confirmEntities,
      readsFleet: config.fleetPolicy !== null,
      basemap: config.basemap,
    },
    cursor: () => core.notifier.since(null).cursor,
    passwords: demo ? null : await createPasswordSignIns({ db, clock, recordReset }),
    provider,
    recordSignIn: (request, how) => recordSignIn(audit, request, how),
  };
  return {
    auth,
    routes: [
      ...authRoutes(auth),
      ...providerRoutes(auth),
      ...operatorRoutes({ db, clock, sessions, invites: !demo && provider === null }),
    ],
    /**
     * Announces the one-time code for the first administrator, if one is needed.
     * @param at the address that browsers use
     */
    async offerSetup(at: string, tell: ((line: string) => void) | undefined): Promise<void> {
      // The provider makes the first administrator, by their groups.
      if (provider !== null) return;
      const code = (await auth.passwords?.makeSetupCode()) ?? null;
      if (code === null) return;
      tell?.(
        `There is no operator yet. Make the first administrator at ${at} with the one-time code ${code} (valid for one hour).`,
      );
    },
  };
}
