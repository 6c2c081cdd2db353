import { z } from '../../contract/zod.ts';
import { TokenAnswer } from '../../contract/token.ts';
import { UpstreamFault } from '../../http/fault.ts';
import type { Clock } from '../../lib/clock.ts';
import { readJson } from '../../lib/read-json.ts';
import { retryAt } from '../../lib/retry-at.ts';
import { exchangeOnce } from './exchange.ts';
import { showable, type Redact } from './redact.ts';
import type { UpstreamSettings } from './settings.ts';

/** Provides the bearer token for requests to the Service. */
export interface TokenSource {
  /**
   * A token that is valid now.
   * @throws UpstreamFault `token` when the credentials are refused, `token-unavailable` when no token
   *   comes for another reason; all waiting callers get the same one
   */
  get(): Promise<string>;
  /** Forgets a token that the Service rejected; a newer one is kept. */
  invalidate(token: string): void;
  /** Until when the token at hand is good, in milliseconds since the epoch; null: there is none. */
  tokenGoodUntil(): number | null;
}

/** A token as the token endpoint gave it. */
export interface FreshToken {
  token: string;
  /** What the endpoint stated as the remaining seconds, unchecked. */
  expiresIn: unknown;
}

const DEFAULT_LIFE_S = 300;
const MIN_LIFE_S = 10;
const MAX_LIFE_S = 24 * 3600;
/** The end of a token's life, in which a new one is fetched while the old one is still used. */
const EARLY_S = 60;
const WAIT = { firstMs: 500, mostMs: 10_000 };

/**
 * The life of a token in seconds from the endpoint's value. A number, or a number as text, is
 * bounded; anything else gets a short default. Public facts, "Identity": the unit is seconds.
 */
export function boundedLifeS(expiresIn: unknown): number {
  const isText = typeof expiresIn === 'string' && expiresIn.trim() !== '';
  const seconds = isText ? Number(expiresIn) : expiresIn;
  if (typeof seconds !== 'number' || Number.isNaN(seconds)) return DEFAULT_LIFE_S;
  return Math.min(Math.max(seconds, MIN_LIFE_S), MAX_LIFE_S);
}

/**
 * Keeps one token. Many callers cause one fetch; after a failure the next fetch waits, longer each time.
 * @param fetch asks the token endpoint once
 * @param random number from 0 to 1, for the jitter of the waits
 */
export function createTokenSource(
  fetch: () => Promise<FreshToken>,
  clock: Pick<Clock, 'now'>,
  random: () => number = Math.random,
): TokenSource {
  let current: { token: string; refreshAt: number; expiresAt: number } | null = null;
  let fetching: Promise<string> | null = null;
  let failed: { fault: UpstreamFault; count: number; retryAt: number } | null = null;

  const failedAgain = (error: unknown): UpstreamFault => {
    const count = (failed?.count ?? 0) + 1;
    const wait = retryAt(0, count, WAIT);
    const waitMs = wait / 2 + (random() * wait) / 2;
    const known = error instanceof UpstreamFault ? error : null;
    const fault = new UpstreamFault(
      known?.kind === 'token' ? 'token' : 'token-unavailable',
      known?.message ?? 'The console could not get an access token. Nothing was sent.',
      { retryAfterS: Math.max(1, Math.ceil(waitMs / 1000)), cause: error },
    );
    failed = { fault, count, retryAt: clock.now() + waitMs };
    return fault;
  };
  const fetchOnce = async () => {
    try {
      const { token, expiresIn } = await fetch();
      const now = clock.now();
      const lifeMs = boundedLifeS(expiresIn) * 1000;
      const earlyMs = Math.min(EARLY_S * 1000, lifeMs / 4);
      current = { token, refreshAt: now + lifeMs - earlyMs, expiresAt: now + lifeMs };
      failed = null;
      return token;
    } catch (error) {
      throw failedAgain(error);
    } finally {
      fetching = null;
    }
  };
  const refresh = () => {
    if (fetching !== null) return fetching;
    if (failed !== null && clock.now() < failed.retryAt) return Promise.reject(failed.fault);
    fetching = fetchOnce();
    return fetching;
  };

  return {
    async get() {
      const now = clock.now();
      if (current === null || now >= current.expiresAt) return refresh();
      // The old token is still valid: a failure matters only once it has expired.
      if (now >= current.refreshAt) refresh().catch(() => undefined);
      return current.token;
    },
    invalidate(token) {
      if (current?.token === token) current = null;
    },
    tokenGoodUntil: () => current?.expiresAt ?? null,
  };
}

const OAuthError = z.object({ error: z.string() });
const ENDPOINT = 'The token endpoint of the Service';

/** Sends the request for a token. @throws UpstreamFault `token-unavailable` if it got no complete answer */
async function ask(settings: UpstreamSettings) {
  const { origin, pathname, search } = new URL(settings.authUrl);
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: settings.clientId,
    client_secret: settings.clientSecret,
    scope: settings.scope,
  });
  const request = {
    method: 'POST',
    path: pathname + search,
    headers: {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: form.toString(),
  } as const;
  try {
    return await exchangeOnce(origin, request, settings.timeoutMs);
  } catch (error) {
    const kind = error instanceof UpstreamFault ? error.kind : null;
    if (kind === 'timeout') throw unavailable('did not answer in time', error);
    const isReached = kind !== 'not-connected' && kind !== 'connect-timeout';
    throw unavailable(isReached ? 'gave no complete answer' : 'cannot be reached', error);
  }
}

function unavailable(what: string, cause?: unknown): UpstreamFault {
  const message = `${ENDPOINT} ${what}; the console has no access token. Nothing was sent.`;
  return new UpstreamFault('token-unavailable', message, { cause });
}

/**
 * Asks the token endpoint once. Spec, "Authentication" 3 and 4.
 * @throws UpstreamFault `token` when the credentials are refused, which is a 400 or 401 with an error
 *   of OAuth (RFC 6749, 5.2); `token-unavailable` when no token came for any other reason
 */
export async function fetchToken(settings: UpstreamSettings, redact: Redact): Promise<FreshToken> {
  const { status, body } = await ask(settings);
  const answer = readJson(body.toString('utf8'));
  const refusal = OAuthError.safeParse(answer).data?.error;
  if ((status === 400 || status === 401) && refusal !== undefined) {
    const refused = `${status} (${showable(refusal, redact).slice(0, 60)})`;
    const message = `${ENDPOINT} refused the console's credentials with ${refused}. Nothing was sent.`;
    throw new UpstreamFault('token', message);
  }
  if (status !== 200) throw unavailable(`answered ${status}`);
  const parsed = TokenAnswer.safeParse(answer);
  if (!parsed.success) throw unavailable('answered without a token');
  return { token: parsed.data.access_token, expiresIn: parsed.data.expires_in };
}
