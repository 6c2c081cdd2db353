import type { Kysely } from 'kysely';
import { addDays, dateIn, startOfDateMs } from '../../../domain/time.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { createCalmCache, type Known } from '../calm-cache.ts';
import { fleetVersion } from '../fleet-version.ts';
import type { ChunkedWork } from '../in-chunks.ts';
import { countOthers, type OthersCommands } from './others-commands.ts';

/** Days of Commands that are counted. */
export const COMMAND_DAYS = 14;
/** Valid for so long without changes of the fleet, since planned Commands become due, in ms. */
const GOOD_FOR_MS = 5 * 60_000;

/** What other systems sent and planned, counted in the background. */
export interface OthersCache {
  /** @param zone IANA name of the zone whose days are counted */
  others(zone: string): Promise<Known<OthersCommands>>;
  /** Stops running counts. */
  stop(): Promise<void>;
}

/** Creates the cache; one serves all requests. */
export function createOthersCache(parts: {
  db: Kysely<Store>;
  clock: Clock;
  giveWay: ChunkedWork['giveWay'];
}): OthersCache {
  const { db, clock, giveWay } = parts;
  const cache = createCalmCache<OthersCommands>({
    clock,
    version: () => fleetVersion(db),
    giveWay,
    async compute(zone, chunks) {
      const now = clock.now();
      const value = await countOthers(db, zone, COMMAND_DAYS, now, clock, chunks);
      const tomorrow = startOfDateMs(zone, addDays(dateIn(zone, now), 1));
      return { value, goodUntil: Math.min(now + GOOD_FOR_MS, tomorrow) };
    },
  });
  return { others: (zone) => cache.get(zone), stop: () => cache.stop() };
}
