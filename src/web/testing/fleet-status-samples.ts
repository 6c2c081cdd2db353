import { FLEET_RESOURCES } from '../../contract/console/choices.ts';
import type { FleetStatus } from '../../contract/console/fleet.ts';

interface Given {
  /** Remaining reads of the first fill. */
  never: number;
  due: number;
  paused?: FleetStatus['paused'];
}

/** The state of reading 151 Entities. */
export function fleetStatus({ never, due, paused = null }: Given): FleetStatus {
  let left = never;
  return {
    entities: 151,
    offboarded: 0,
    resources: FLEET_RESOURCES.map((resource) => {
      const unread = resource === 'history' ? 151 : Math.min(151, left);
      if (resource !== 'history') left -= unread;
      return {
        resource,
        total: 151,
        everySeconds: resource === 'history' ? null : 86_400,
        fresh: 151 - unread,
        stale: 0,
        partly: 0,
        never: unread,
        failed: 0,
        requests: 151 - unread,
        requestsByPolicy: resource === 'history' ? 0 : 151,
        oldestAt: '2026-03-02T14:03:00Z',
        nextAt: '2026-03-02T14:04:00Z',
      };
    }),
    due,
    asked: 0,
    requestsPerSecond: 20,
    perMinute: paused === null ? 900 : null,
    isAutomatic: true,
    paused,
    asOf: '2026-03-02T14:04:58Z',
  };
}
