import type { Kysely } from 'kysely';
import type { FleetPolicy } from '../../../domain/fleet-policy.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { sumEnergy, type EnergySums } from './energy-sums.ts';

/** What takes longer, in milliseconds, is not added up again for each question. */
const LONG_MS = 500;
/** Then it serves for this many times as long as it took. */
const SERVES_TIMES = 20;

interface Held {
  sums: EnergySums;
  /** By the monotonic clock, in milliseconds. */
  until: number;
}

/** @param zone IANA name of the zone whose today is the last day */
export type FleetSums = (zone: string) => Promise<EnergySums>;

/**
 * The sums of all Entities: of a few thousand always the newest; of more, which take up to two seconds, the last ones
 * for a while, and until the next ones are there.
 * @param policy decides what is stale
 */
export function createFleetSums(
  db: Kysely<Store>,
  policy: FleetPolicy,
  clock: Pick<Clock, 'now' | 'elapsed'>,
): FleetSums {
  const held = new Map<string, Held>();
  const running = new Map<string, Promise<EnergySums>>();

  const add = async (zone: string): Promise<EnergySums> => {
    const begun = clock.elapsed();
    const sums = await sumEnergy(db, policy, null, zone, clock.now());
    const tookMs = clock.elapsed() - begun;
    held.clear();
    if (tookMs > LONG_MS) {
      held.set(zone, { sums, until: clock.elapsed() + tookMs * SERVES_TIMES });
    }
    return sums;
  };

  const next = (zone: string): Promise<EnergySums> => {
    const adding = running.get(zone) ?? add(zone).finally(() => running.delete(zone));
    running.set(zone, adding);
    return adding;
  };

  return (zone) => {
    const last = held.get(zone);
    if (last === undefined) return next(zone);
    if (clock.elapsed() >= last.until) {
      // A failure is told to those who have no older sums.
      next(zone).catch(() => undefined);
    }
    return Promise.resolve(last.sums);
  };
}
