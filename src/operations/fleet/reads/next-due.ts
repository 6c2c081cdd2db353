import { NOT_BY_POLICY, type FleetPolicy } from '../../../domain/fleet-policy.ts';
import { COMPUTED_MS } from '../../../domain/complete-days.ts';
import type { ReadResource } from '../../../contract/console/choices.ts';
import { DAY_MS } from '../../../domain/instant.ts';
import { retryAt } from '../../../lib/retry-at.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** The first pause after a failure; it doubles with each further one. */
const RETRY_MS = MINUTE_MS;
const RETRY_MAX_MS = 6 * HOUR_MS;

/** The due time of a read that is no longer to be done. */
export const NEVER_MS = 8_640_000_000_000_000;

/**
 * When a resource is read again after a read, in milliseconds since the epoch.
 * @param policy null: only on request
 * @param computedAt when the newest session of the Entity was computed, which happens once a day; or null
 */
export function nextDue(
  policy: FleetPolicy | null,
  resource: ReadResource,
  now: number,
  computedAt: number | null,
): number {
  const every = policy?.[resource] ?? null;
  if (every === null || every === NOT_BY_POLICY) return NEVER_MS;
  if (resource !== 'sessions' || every !== DAY_MS || computedAt === null) return now + every;
  // Not in the next hours: today's computation has just been read.
  const offset = (computedAt + COMPUTED_MS) % DAY_MS;
  const today = now - (now % DAY_MS) + offset;
  const after = today > now ? today : today + DAY_MS;
  return Math.min(after, now + DAY_MS);
}

/** When a failed read is tried again, in milliseconds since the epoch. @param tries failures so far */
export function nextTry(
  policy: FleetPolicy | null,
  resource: ReadResource,
  tries: number,
  now: number,
): number {
  const most = Math.min(RETRY_MAX_MS, policy?.[resource] ?? RETRY_MAX_MS);
  return retryAt(now, tries, { firstMs: RETRY_MS, mostMs: most });
}
