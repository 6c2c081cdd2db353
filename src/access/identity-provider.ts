import * as oidc from 'openid-client';
import {
  OperatorName,
  ROLES,
  type ProviderAnswer,
  type Role,
} from '../contract/console/session.ts';
import { personProblem } from '../contract/texts.ts';
import { z } from '../contract/zod.ts';
import type { Clock } from '../lib/clock.ts';
import { isLoopback } from '../lib/loopback.ts';
import { clocksApart, providerFailure, unverified } from './provider-failures.ts';

/** How the identity provider is reached, and what its groups mean here. */
export interface OidcSettings {
  /** As the provider names itself; https, or http on loopback. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The claim of the ID token that holds the groups. */
  roleClaim: string;
  /** The role of each group. */
  roles: ReadonlyMap<string, Role>;
}

/** What ties a provider's answer to the browser that asked: nobody else can know or repeat them. */
export interface AttemptKeys {
  state: string;
  nonce: string;
  /** PKCE. */
  verifier: string;
}

/** Who signed in at the provider. */
export interface ProviderIdentity {
  /** The provider's own name of them, which it gives to nobody else. An e-mail address may change hands. */
  subject: string;
  name: string;
  /** By their groups, the highest; null: they have no access. */
  role: Role | null;
  /** How long before the answer they proved who they are, in seconds by the provider's clock; null: not told. */
  provedSecondsAgo: number | null;
}

/** The identity provider. All methods throw Failure 503 in a sentence if it is away, slow or misconfigured. */
export interface IdentityProvider {
  readonly issuer: string;
  /** Its host, by which operators know it. */
  readonly host: string;
  /** Where a browser begins an attempt. @param again whether operators must prove who they are even if signed in there */
  beginUrl(keys: AttemptKeys, redirectUri: string, again: boolean): Promise<string>;
  /** Exchanges its answer for who signed in. @throws Failure 401 if it does not answer exactly this attempt */
  identify(
    answer: ProviderAnswer,
    keys: AttemptKeys,
    redirectUri: string,
  ): Promise<ProviderIdentity>;
  /** Where a browser signs out of it too, or null if it does not offer that. */
  signOutUrl(redirectUri: string): Promise<string | null>;
}

/** Each request to it waits this long, in seconds: somebody looks at the sign-in page meanwhile. */
const TIMEOUT_S = 5;
/** Its addresses and keys are read again after this long, in milliseconds, and after each failure. */
const KEPT_MS = 10 * 60_000;
/** How far its clock may be from ours, in seconds. */
const CLOCKS_APART_S = 5 * 60;

const Claims = z.object({
  sub: z.string().min(1).max(255),
  iss: z.string(),
  iat: z.number(),
  auth_time: z.number().optional(),
});

/** A text of a claim, or a list of them; anything else names no group. */
const Groups = z.union([z.string().transform((group) => [group]), z.array(z.unknown())]).catch([]);

/** A name that fits on a line, else the next best. */
function nameOf(claims: Readonly<Record<string, unknown>>, subject: string): string {
  const usable = [claims['name'], claims['preferred_username'], subject].flatMap((each) => {
    const name = OperatorName.safeParse(typeof each === 'string' ? each.slice(0, 100) : each).data;
    return name === undefined || personProblem(name) !== null ? [] : [name];
  });
  return usable[0] ?? 'Operator without a name';
}

/** Reaches the provider by its discovery document, which is read at the first sign-in: a start does not wait for it. */
export function createIdentityProvider(
  settings: OidcSettings,
  clock: Pick<Clock, 'now' | 'elapsed'>,
): IdentityProvider {
  const { clientId, clientSecret } = settings;
  const issuer = new URL(settings.issuer);
  const onLoopback = issuer.protocol === 'http:' && isLoopback(issuer.hostname);
  let known: { at: number; config: Promise<oidc.Configuration> } | null = null;

  /** The way that the provider says it takes; without a word that is the header. */
  const authenticate: oidc.ClientAuth = (server, client, body, headers) => {
    const ways = server.token_endpoint_auth_methods_supported ?? [];
    const isPost = ways.includes('client_secret_post') && !ways.includes('client_secret_basic');
    const way = isPost ? oidc.ClientSecretPost : oidc.ClientSecretBasic;
    return way(clientSecret)(server, client, body, headers);
  };
  const discover = async () => {
    try {
      return await oidc.discovery(
        issuer,
        clientId,
        { [oidc.clockTolerance]: CLOCKS_APART_S },
        authenticate,
        {
          timeout: TIMEOUT_S,
          // The signature is checked too, though the token comes straight from the provider.
          execute: [
            oidc.enableNonRepudiationChecks,
            ...(onLoopback ? [oidc.allowInsecureRequests] : []),
          ],
        },
      );
    } catch (thrown) {
      throw providerFailure(issuer.host, thrown, 'discovery');
    }
  };
  const configuration = () => {
    if (known !== null && clock.elapsed() - known.at < KEPT_MS) return known.config;
    const found = { at: clock.elapsed(), config: discover() };
    known = found;
    found.config.catch(() => {
      if (known === found) known = null;
    });
    return found.config;
  };
  /** An address that browsers are sent to: never a script, and https like the issuer. */
  const checked = (build: () => URL) => {
    try {
      const { protocol, href } = build();
      if (protocol === issuer.protocol || protocol === 'https:') return href;
      throw new Error('an address of the provider is not https');
    } catch (thrown) {
      throw providerFailure(issuer.host, thrown, 'discovery');
    }
  };
  const roleOf = (claim: unknown): Role | null => {
    const groups = new Set<unknown>(Groups.parse(claim));
    const held = new Set(
      [...settings.roles].flatMap(([group, role]) => (groups.has(group) ? [role] : [])),
    );
    return ROLES.findLast((role) => held.has(role)) ?? null;
  };

  return {
    issuer: settings.issuer,
    host: issuer.host,

    async beginUrl({ state, nonce, verifier }, redirectUri, again) {
      const config = await configuration();
      const scopes = config.serverMetadata().scopes_supported ?? [];
      const { roleClaim } = settings;
      const code_challenge = await oidc.calculatePKCECodeChallenge(verifier);
      return checked(() =>
        oidc.buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          // Some providers give the groups to who asks for them by this name.
          scope: ['openid', 'profile', ...(scopes.includes(roleClaim) ? [roleClaim] : [])].join(
            ' ',
          ),
          state,
          nonce,
          code_challenge,
          code_challenge_method: 'S256',
          ...(again ? { prompt: 'login', max_age: '0' } : {}),
        }),
      );
    },

    async identify(answer, { state, nonce, verifier }, redirectUri) {
      const config = await configuration();
      const url = new URL(redirectUri);
      for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
      try {
        const tokens = await oidc.authorizationCodeGrant(config, url, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const given: Readonly<Record<string, unknown>> = tokens.claims() ?? {};
        const claims = Claims.parse(given);
        // A document for all tenants would accept those of every one.
        if (new URL(claims.iss).href !== issuer.href) throw unverified(issuer.host);
        if (Math.abs(claims.iat - clock.now() / 1000) > CLOCKS_APART_S) {
          throw clocksApart(issuer.host);
        }
        return {
          subject: claims.sub,
          name: nameOf(given, claims.sub),
          role: roleOf(given[settings.roleClaim]),
          provedSecondsAgo: claims.auth_time === undefined ? null : claims.iat - claims.auth_time,
        };
      } catch (thrown) {
        // Its keys or addresses may have changed.
        known = null;
        throw providerFailure(issuer.host, thrown, 'answer');
      }
    },

    async signOutUrl(redirectUri) {
      const config = await configuration();
      if (config.serverMetadata().end_session_endpoint === undefined) return null;
      // Without the ID token, which no browser gets: the provider asks whether to sign out.
      return checked(() =>
        oidc.buildEndSessionUrl(config, { post_logout_redirect_uri: redirectUri }),
      );
    },
  };
}
