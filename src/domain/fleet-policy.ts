import { FLEET_RESOURCES, type ReadResource } from '../contract/console/choices.ts';
import { DAY_MS } from './instant.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Instead of a time: never read automatically. */
export const NOT_BY_POLICY = Number.POSITIVE_INFINITY;

/** How often each resource is read, in milliseconds; null: once. `history` has no interval. */
export type FleetPolicy = Readonly<Record<ReadResource, number | null>>;

/** The policy without settings: about 7 reads per Entity and day, 1 per Collective, 145 others. */
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

/** The owner of each resource. */
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

/** How far back sessions are read: at first, daily, weekly, and in the first part of the history. */
export const SESSIONS_BACK_MS = {
  first: 35 * DAY_MS,
  daily: 7 * DAY_MS,
  weekly: 35 * DAY_MS,
  history: 396 * DAY_MS,
} as const;

/** "Everything" starts here, where the clocks of devices that lost the time begin. */
export const HISTORY_FROM_MS = 0;

/** A read counts as fresh for this much longer than its policy says, as a share of that. */
const GRACE = 0.25;

/** The instant from which reads of a resource are fresh, in milliseconds. Earlier reads are stale. */
export function freshFrom(policy: FleetPolicy, resource: ReadResource, now: number): number {
  const every = policy[resource];
  return every === null ? -Infinity : now - every * (1 + GRACE);
}

/**
 * Requests a day by policy, for each Entity, each Collective or once, as the resource is kept.
 * @param resource absent: all of an Entity
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
