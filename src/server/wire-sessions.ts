import type { Kysely } from 'kysely';
import { authRoutes, type AuthParts } from '../access/auth-routes.ts';
import type { Route } from '../http/route.ts';
import { createIdentityProvider } from '../access/identity-provider.ts';
import { providerRoutes } from '../access/provider-routes.ts';
import { createProviderSignIns } from '../access/provider-sign-in.ts';
import { knownBrowserCookie, sessionCookie } from '../access/cookie.ts';
import { operatorRoutes } from '../access/operator-routes.ts';
import { createPasswordSignIns } from '../access/password-sign-in.ts';
import { createSessions } from '../access/sessions.ts';
import { SIGN_IN_PATH } from '../contract/console/headers.ts';
import type { Clock } from '../lib/clock.ts';
import { isLoopback } from '../lib/loopback.ts';
import { recordReset } from '../operations/audit/sign-ins.ts';
import type { Store } from '../store/schema/schema.ts';
import type { ConsoleConfig } from './config.ts';
import type { Records } from './wire-records.ts';

/** Dependencies of signing in. */
interface SessionParts {
  db: Kysely<Store>;
  /** A separate connection: sessions are read while another request writes. */
  reader: Kysely<Store>;
  clock: Clock;
  config: ConsoleConfig;
  /** Whether the upstream is the embedded service, with simulated devices. */
  embedded: boolean;
  records: Pick<Records, 'onSessionEnd' | 'recordSignIn'>;
  /** The cursor from which a page that opens now follows changes. */
  cursor(): string;
  /** The address that browsers use, once it is known. */
  origin(): string;
  /** Called when a session could not be stored. */
  onStoreFailure(error: unknown): void;
}

/** Sessions and sign-in of operators. */
export interface SignIn {
  auth: AuthParts;
  /** Whether browsers reach the console by HTTPS. */
  secure: boolean;
  routes: Route[];
  /**
   * Announces the one-time code for the first administrator, if one is needed.
   * @param origin the address that browsers use
   */
  offerSetup(origin: string, tell: ((line: string) => void) | undefined): Promise<void>;
}

/** Creates sessions and sign-ins; the one-click sign-in only if the demo is reachable from this machine alone. */
export async function createSignIn(parts: SessionParts): Promise<SignIn> {
  const { db, reader, clock, config, embedded, records } = parts;
  const secure = config.publicOrigin?.startsWith('https:') ?? false;
  const demo =
    embedded &&
    config.oidc === null &&
    isLoopback(config.host) &&
    (config.publicOrigin === null || isLoopback(new URL(config.publicOrigin).hostname));
  const sessions = createSessions({
    db,
    reader,
    clock,
    demo,
    issuer: config.oidc?.issuer ?? null,
    onEnded: records.onSessionEnd,
    onStoreFailure: (error) => {
      parts.onStoreFailure(error);
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
          redirectUri: () => `${parts.origin()}${SIGN_IN_PATH}`,
        });
  const auth = {
    db,
    clock,
    sessions,
    cookie: sessionCookie(secure),
    knownBrowser: knownBrowserCookie(secure),
    secure,
    demo,
    embedded,
    capacityUnit: config.capacityUnit,
    confirmEntities: config.confirmEntities,
    readsFleet: config.fleetPolicy !== null,
    basemap: config.basemap,
    cursor: () => parts.cursor(),
    passwords: demo ? null : await createPasswordSignIns({ db, clock, recordReset }),
    provider,
    recordSignIn: records.recordSignIn,
  };
  return {
    auth,
    secure,
    routes: [
      ...authRoutes(auth),
      ...providerRoutes(auth),
      ...operatorRoutes({ db, clock, sessions, invites: !demo && provider === null }),
    ],
    async offerSetup(origin, tell) {
      // The provider makes the first administrator, by their groups.
      if (provider !== null) return;
      const code = (await auth.passwords?.makeSetupCode()) ?? null;
      if (code === null) return;
      tell?.(
        `There is no operator yet. Make the first administrator at ${origin} with the one-time code ${code} (valid for one hour).`,
      );
    },
  };
}
