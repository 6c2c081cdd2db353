import type { Clock } from '../../lib/clock.ts';
import { retryAt } from '../../lib/retry-at.ts';
import { UpstreamFault } from '../../http/fault.ts';

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
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 10_000;

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
 * @param fetchToken asks the token endpoint once
 * @param random number from 0 to 1, for the jitter of the waits
 */
export function createTokenSource(
  fetchToken: () => Promise<FreshToken>,
  clock: Pick<Clock, 'now'>,
  random: () => number = Math.random,
): TokenSource {
  let current: { token: string; refreshAt: number; expiresAt: number } | null = null;
  let fetching: Promise<string> | null = null;
  let failed: { fault: UpstreamFault; count: number; retryAt: number } | null = null;

  const fetchOnce = async () => {
    try {
      const fresh = await fetchToken();
      const now = clock.now();
      const lifeMs = boundedLifeS(fresh.expiresIn) * 1000;
      const earlyMs = Math.min(EARLY_S * 1000, lifeMs / 4);
      current = {
        token: fresh.token,
        refreshAt: now + lifeMs - earlyMs,
        expiresAt: now + lifeMs,
      };
      failed = null;
      return fresh.token;
    } catch (error) {
      const count: number = (failed?.count ?? 0) + 1;
      const wait = retryAt(0, count, { firstMs: FIRST_WAIT_MS, mostMs: LONGEST_WAIT_MS });
      const waitMs = wait / 2 + (random() * wait) / 2;
      const known = error instanceof UpstreamFault ? error : null;
      const fault = new UpstreamFault(
        known?.kind === 'token' ? 'token' : 'token-unavailable',
        known?.message ?? 'The console could not get an access token. Nothing was sent.',
        { retryAfterS: Math.max(1, Math.ceil(waitMs / 1000)), cause: error },
      );
      failed = { fault, count, retryAt: clock.now() + waitMs };
      throw fault;
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
      if (now >= current.refreshAt) {
        // The old token is still valid: a failure matters only once it has expired.
        refresh().catch(() => undefined);
      }
      return current.token;
    },
    invalidate(token) {
      if (current?.token === token) current = null;
    },
  };
}
