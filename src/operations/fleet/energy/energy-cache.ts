import type { Kysely } from 'kysely';
import type { Energy } from '../../../contract/console/energy.ts';
import type { FleetPolicy } from '../../../domain/fleet-policy.ts';
import { addDays, dateIn, startOfDateMs } from '../../../domain/time.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { createCalmCache, type Known } from '../calm-cache.ts';
import type { ChunkedWork } from '../in-chunks.ts';
import { sumEnergy, type EnergySums } from './energy-sums.ts';
import { energyView } from './energy-view.ts';

/** Sums are valid for so long without changes of the fleet, since members may change, in ms. */
const GOOD_FOR_MS = 5 * 60_000;

/** Energy of the fleet and of each Collective, added up in the background. */
export interface EnergyCache {
  /**
   * The sums of all Collectives.
   * @param zone IANA name of the zone whose days are counted
   */
  sums(zone: string): Promise<Known<EnergySums>>;
  /**
   * The energy of a Collective over the last 30 days. One that is not listed has none.
   * @param zone IANA name of the zone whose days are counted
   */
  energyOf(collectiveId: string, zone: string): Promise<Known<Energy>>;
  /** Stops running sums. */
  stop(): Promise<void>;
}

/** Creates the cache; one serves all requests. @param policy decides what is stale */
export function createEnergyCache(parts: {
  db: Kysely<Store>;
  clock: Clock;
  policy: FleetPolicy;
  /** Number of changes of the store that this process was told of. */
  changes: () => number;
  giveWay: ChunkedWork['giveWay'];
}): EnergyCache {
  const { db, clock, policy, giveWay } = parts;
  const cache = createCalmCache<EnergySums>({
    clock,
    version: parts.changes,
    giveWay,
    async compute(zone, chunks) {
      const now = clock.now();
      const value = await sumEnergy({ db, policy, clock }, zone, now, chunks);
      const tomorrow = startOfDateMs(zone, addDays(dateIn(zone, now), 1));
      return { value, goodUntil: Math.min(now + GOOD_FOR_MS, tomorrow) };
    },
  });
  return {
    sums: (zone) => cache.get(zone),
    async energyOf(collectiveId, zone) {
      const { value, isBehind } = await cache.get(zone);
      return { value: value === null ? null : energyView(value, collectiveId), isBehind };
    },
    stop: () => cache.stop(),
  };
}
