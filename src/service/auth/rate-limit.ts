import type { WallClock } from '../clock.ts';
import { TooManyRequests } from '../errors.ts';

/** Lets each client make a number of requests per second. */
export interface RateLimit {
  /** Counts a request; throws TooManyRequests if the client has made too many. */
  take(clientId: string): void;
}

/** Clients that are remembered; a client that has been quiet for a second has its full allowance anyway. */
const MOST_CLIENTS = 10_000;

/**
 * Makes the limit: an allowance of one second's requests, which fills up again steadily. The specification
 * shows no limit ("Limits" 3), so there is none unless it is set.
 * @param perSecond requests per second and client; null: no limit
 * @param wall real time
 */
export function makeRateLimit(perSecond: number | null, wall: WallClock): RateLimit {
  if (perSecond === null) return { take: () => undefined };
  const seen = new Map<string, { left: number; atMs: number }>();
  return {
    take: (clientId) => {
      const nowMs = wall();
      const { left, atMs } = seen.get(clientId) ?? { left: perSecond, atMs: nowMs };
      const filled = Math.min(perSecond, left + (Math.max(0, nowMs - atMs) / 1000) * perSecond);
      if (filled < 1) throw new TooManyRequests(perSecond, (1 - filled) / perSecond);
      if (seen.size >= MOST_CLIENTS) seen.clear();
      seen.set(clientId, { left: filled - 1, atMs: nowMs });
    },
  };
}
