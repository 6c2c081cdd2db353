import { FLEET_RESOURCES, type ReadResource } from '../contract/console/choices.ts';
import { DAY_MS } from './instant.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Instead of a time: the console never reads it without being asked. */
export const NOT_BY_POLICY = Number.POSITIVE_INFINITY;

/** How often each resource is read, in milliseconds; null: once. `history` has no time. */
export type FleetPolicy = Readonly<Record<ReadResource, number | null>>;

/** The policy without settings: about 7 reads per Entity and day, 1 per Collective, 145 besides. */
export const FLEET_POLICY: FleetPolicy = {
  locations: DAY_MS,
  commands: 6 * HOUR_MS,
  features: DAY_MS,
  capacity: 7 * DAY_MS,
  sessions: DAY_MS,
  history: null,
  members: DAY_MS,
  offboarding: 10 * MINUTE_MS,
  types: DAY_MS,
};

/** What each resource is kept of. */
export const KEPT_OF: Readonly<Record<ReadResource, 'entity' | 'collective' | 'deployment'>> = {
  locations: 'entity',
  commands: 'entity',
  features: 'entity',
  capacity: 'entity',
  sessions: 'entity',
  history: 'entity',
  members: 'collective',
  offboarding: 'deployment',
  types: 'deployment',
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
export function freshFrom(policy: FleetPolicy, resource: ReadResource, now: number): number {
  const every = policy[resource];
  return every === null ? -Infinity : now - every * (1 + GRACE);
}

/**
 * Requests a day by policy, for each Entity, each Collective or once, as the resource is kept.
 * @param resource one; absent: all of an Entity
 */
export function readsPerDay(policy: FleetPolicy, resource?: ReadResource): number {
  const resources = resource === undefined ? FLEET_RESOURCES : [resource];
  return resources.reduce((sum, each) => {
    const every = policy[each];
    return sum + (every === null ? 0 : DAY_MS / every);
  }, 0);
}

/** The labels of the resources. */
export const RESOURCE_LABELS: Readonly<Record<ReadResource, string>> = {
  locations: 'Locations',
  commands: 'Commands',
  features: 'Features',
  capacity: 'Battery capacity',
  sessions: 'Charge sessions',
  history: 'Older charge sessions',
  members: 'Members',
  offboarding: 'Offboarding Requests',
  types: 'Onboarding catalogue',
};
