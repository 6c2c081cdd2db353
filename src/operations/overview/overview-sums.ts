import type { Kysely } from 'kysely';
import type { FleetPolicy } from '../../domain/fleet-policy.ts';
import { addDays, dateIn, startOfDateMs } from '../../domain/time.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Store } from '../../store/schema/schema.ts';
import { createCalmCache, type Known } from '../fleet/calm-cache.ts';
import { fleetVersion } from '../fleet/fleet-version.ts';
import type { ChunkedWork } from '../fleet/in-chunks.ts';
import { readFleetState, type FleetState } from './fleet-state.ts';
import { countOthers, type OthersCommands } from './others-commands.ts';

/** Days of Commands that are counted. */
export const COMMAND_DAYS = 14;
/** Reads become stale and Entities silent without news of the fleet, in ms. */
const STATE_GOOD_FOR_MS = 60_000;
/** Planned Commands become due without news of the fleet, in ms. */
const OTHERS_GOOD_FOR_MS = 5 * 60_000;

/** What the Overview says of all Entities, as far as it was looked through. */
export interface OverviewSums {
  state(): Promise<Known<FleetState>>;
  /** @param zone IANA name of the zone whose days are counted */
  others(zone: string): Promise<Known<OthersCommands>>;
  stop(): Promise<void>;
}

/** Looks through all Entities in the background. @param policy when a read is stale */
export function createOverviewSums(parts: {
  db: Kysely<Store>;
  clock: Clock;
  policy: FleetPolicy;
  giveWay: ChunkedWork['giveWay'];
}): OverviewSums {
  const { db, clock, policy, giveWay } = parts;
  const version = () => fleetVersion(db);
  const states = createCalmCache<FleetState>({
    clock,
    version,
    giveWay,
    async compute(_key, chunks) {
      const now = clock.now();
      const value = await readFleetState(db, policy, now, clock, chunks);
      return { value, goodUntil: now + STATE_GOOD_FOR_MS };
    },
  });
  const others = createCalmCache<OthersCommands>({
    clock,
    version,
    giveWay,
    async compute(zone, chunks) {
      const now = clock.now();
      const value = await countOthers(db, zone, COMMAND_DAYS, now, clock, chunks);
      const tomorrow = startOfDateMs(zone, addDays(dateIn(zone, now), 1));
      return { value, goodUntil: Math.min(now + OTHERS_GOOD_FOR_MS, tomorrow) };
    },
  });
  return {
    state: () => states.get(''),
    others: (zone) => others.get(zone),
    async stop() {
      await Promise.all([states.stop(), others.stop()]);
    },
  };
}
