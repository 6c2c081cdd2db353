import type { Kysely } from 'kysely';
import { FLEET_POLICY } from '../../../domain/fleet-policy.ts';
import { REAL_CLOCK } from '../../../lib/clock.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { sumEnergy } from '../energy/energy-sums.ts';
import { readCollectiveFacts } from '../lists/collective-facts.ts';

/** What the list of Collectives shows at an instant, with all energy added up. */
export function collectiveFactsAt(db: Kysely<Store>, now: number, zone = 'UTC') {
  const parts = { db, policy: FLEET_POLICY, clock: REAL_CLOCK };
  const chunks = {
    signal: new AbortController().signal,
    spent: () => {},
    giveWay: () => Promise.resolve(),
  };
  const energy = {
    sums: async () => ({ value: await sumEnergy(parts, zone, now, chunks), isBehind: false }),
  };
  return readCollectiveFacts({ db, policy: FLEET_POLICY, energy }, zone, now);
}
