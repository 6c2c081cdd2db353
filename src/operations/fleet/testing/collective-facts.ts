import type { Kysely } from 'kysely';
import { FLEET_POLICY } from '../../../domain/fleet-policy.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { sumEnergy } from '../energy/energy-sums.ts';
import { readCollectiveFacts } from '../lists/collective-facts.ts';

/** What the list of Collectives shows at an instant. */
export function collectiveFactsAt(db: Kysely<Store>, now: number, zone = 'UTC') {
  const sums = () => sumEnergy(db, FLEET_POLICY, null, zone, now);
  return readCollectiveFacts({ db, policy: FLEET_POLICY, sums }, zone, now);
}
