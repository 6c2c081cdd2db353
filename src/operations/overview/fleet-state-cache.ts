import type { Kysely } from 'kysely';
import type { FleetPolicy } from '../../domain/fleet-policy.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Store } from '../../store/schema/schema.ts';
import { createCalmCache, type Known } from '../fleet/calm-cache.ts';
import { fleetVersion } from '../fleet/fleet-version.ts';
import type { ChunkedWork } from '../fleet/in-chunks.ts';
import { readFleetState, type FleetState } from './fleet-state.ts';

/** Valid for so long without changes of the fleet, since reads become stale and Entities silent, in ms. */
const GOOD_FOR_MS = 60_000;

/** The state of all Entities in the fleet store, counted in the background. */
export interface FleetStateCache {
  state(): Promise<Known<FleetState>>;
  /** Stops running counts. */
  stop(): Promise<void>;
}

/** Creates the cache; one serves all requests. @param policy decides what is stale */
export function createFleetStateCache(parts: {
  db: Kysely<Store>;
  clock: Clock;
  policy: FleetPolicy;
  giveWay: ChunkedWork['giveWay'];
}): FleetStateCache {
  const { db, clock, policy, giveWay } = parts;
  const cache = createCalmCache<FleetState>({
    clock,
    version: () => fleetVersion(db),
    giveWay,
    async compute(_key, chunks) {
      const now = clock.now();
      const value = await readFleetState(db, policy, now, clock, chunks);
      return { value, goodUntil: now + GOOD_FOR_MS };
    },
  });
  return { state: () => cache.get(''), stop: () => cache.stop() };
}
