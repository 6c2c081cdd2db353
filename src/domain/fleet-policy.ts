import type { FleetResource } from '../contract/console/choices.ts';
import { DAY_MS } from './instant.ts';

const HOUR_MS = 3_600_000;

/** Instead of a time: the console never reads it without being asked. */
export const NOT_BY_POLICY = Number.POSITIVE_INFINITY;

/** How often each resource of an Entity is read, in milliseconds; null: once. `history` has no time. */
export type FleetPolicy = Readonly<Record<FleetResource, number | null>>;

/** The policy without settings: about 7 reads per Entity and day. */
export const FLEET_POLICY: FleetPolicy = {
  locations: DAY_MS,
  commands: 6 * HOUR_MS,
  features: DAY_MS,
  capacity: 7 * DAY_MS,
  sessions: DAY_MS,
  history: null,
};

/** How far back sessions are read: the first time, each day, each week, and of the history first. */
export const SESSIONS_BACK_MS = {
  first: 35 * DAY_MS,
  daily: 7 * DAY_MS,
  weekly: 35 * DAY_MS,
  history: 396 * DAY_MS,
} as const;

/** "Everything" starts here: no charge session is older. */
export const HISTORY_FROM_MS = Date.UTC(2000, 0, 1);

/** A read counts as fresh for this much longer than its policy says, as a share of that. */
const GRACE = 0.25;

/** The instant from which reads of a resource are fresh, in milliseconds. Reads of before are stale. */
export function freshFrom(policy: FleetPolicy, resource: FleetResource, now: number): number {
  const every = policy[resource];
  return every === null ? -Infinity : now - every * (1 + GRACE);
}

/** Requests per Entity and day by policy. @param resource one; absent: all */
export function readsPerDay(policy: FleetPolicy, resource?: FleetResource): number {
  const every = resource === undefined ? Object.values(policy) : [policy[resource]];
  return every.reduce<number>((sum, ms) => sum + (ms === null ? 0 : DAY_MS / ms), 0);
}

/** The labels of the resources. */
export const RESOURCE_LABELS: Readonly<Record<FleetResource, string>> = {
  locations: 'Locations',
  commands: 'Commands',
  features: 'Features',
  capacity: 'Battery capacity',
  sessions: 'Charge sessions',
  history: 'Older charge sessions',
};
