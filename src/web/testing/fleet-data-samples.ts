import type { FleetFailure, FleetStatus } from '../../contract/console/fleet.ts';
import { AS_OF, van } from './fleet-samples.ts';
import { uuid } from './samples.ts';

const DAY_S = 86_400;

/** Per resource: seconds of its policy, its counts, and daily requests, sent and by policy. */
const RESOURCES = [
  ['locations', DAY_S, 148, 0, 1, 2, 151, 151],
  ['commands', DAY_S / 4, 140, 11, 0, 0, 588, 604],
  ['features', DAY_S, 151, 0, 0, 0, 151, 151],
  ['capacity', 7 * DAY_S, 151, 0, 0, 0, 20, 21.571],
  ['sessions', DAY_S, 120, 26, 4, 1, 133, 151],
  ['history', null, 98, 0, 53, 0, 412, 0],
  ['members', DAY_S, 2, 0, 0, 1, 4, 3],
  ['offboarding', 600, 1, 0, 0, 0, 144, 144],
  ['types', DAY_S, 1, 0, 0, 0, 1, 1],
] as const;

/** The read status of 151 Entities while their older sessions are read. */
export function fleetStatus(change: Partial<FleetStatus> = {}): FleetStatus {
  return {
    entities: 151,
    offboarded: 0,
    resources: RESOURCES.map(
      ([resource, everySeconds, fresh, stale, never, failed, requests, requestsByPolicy]) => ({
        resource,
        total: fresh + stale + never + failed,
        everySeconds,
        fresh,
        stale,
        partly: 0,
        never,
        failed,
        requests,
        requestsByPolicy,
        oldestAt: stale > 0 ? '2026-02-28T06:10:00Z' : '2026-03-02T03:10:00Z',
        nextAt: never > 0 ? '2026-03-02T14:01:00Z' : '2026-03-02T18:40:00Z',
      }),
    ),
    due: 57,
    asked: 0,
    requestsPerSecond: 100,
    perMinute: 240,
    isAutomatic: true,
    paused: null,
    asOf: AS_OF,
    ...change,
  };
}

/** Everything was read, nothing failed, and nothing is due. */
export function quietStatus(): FleetStatus {
  const status = fleetStatus();
  return {
    ...status,
    due: 0,
    perMinute: null,
    resources: status.resources.map((row) => ({
      ...row,
      fresh: row.total,
      stale: 0,
      partly: 0,
      never: 0,
      failed: 0,
    })),
  };
}

/** Failed reads: one of a Collective, one of an Entity without a name. */
export const FLEET_FAILURES: readonly FleetFailure[] = [
  {
    id: uuid(900),
    name: 'Depot',
    resource: 'members',
    isPart: false,
    message: 'Members are not for this client.',
    triedAt: '2026-03-02T13:58:00Z',
    tries: 2,
    nextAt: '2026-03-02T14:14:00Z',
    readAt: '2026-03-01T13:58:00Z',
  },
  {
    id: van(1).id,
    name: van(1).name,
    resource: 'locations',
    isPart: false,
    message: 'The register of places is shut.',
    triedAt: '2026-03-02T13:58:00Z',
    tries: 3,
    nextAt: '2026-03-02T14:14:00Z',
    readAt: '2026-02-28T06:10:00Z',
  },
  {
    id: uuid(77),
    name: null,
    resource: 'locations',
    isPart: false,
    message: 'Not reachable with these credentials',
    triedAt: '2026-03-02T12:00:00Z',
    tries: 12,
    nextAt: '2026-03-03T12:00:00Z',
    readAt: null,
  },
  {
    id: van(2).id,
    name: van(2).name,
    resource: 'sessions',
    isPart: false,
    message:
      'The Service returned the same page twice, so reading stopped after 400 sessions of this Entity',
    triedAt: '2026-03-02T14:01:30Z',
    tries: 1,
    nextAt: '2026-03-02T14:03:30Z',
    readAt: '2026-03-01T06:12:00Z',
  },
];
