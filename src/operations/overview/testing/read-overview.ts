import type { Kysely } from 'kysely';
import { Overview } from '../../../contract/console/overview.ts';
import { FLEET_POLICY } from '../../../domain/fleet-policy.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { sumEnergy } from '../../fleet/energy/energy-sums.ts';
import { renewAll } from '../../fleet/testing/renew-all.ts';
import { readOverview } from '../overview.ts';

/**
 * Reads the Overview as its route answers it.
 * @param now milliseconds since the epoch
 */
export async function overviewAt(db: Kysely<Store>, zone: string, now: number): Promise<Overview> {
  await renewAll(db, now);
  const sums = () => sumEnergy(db, FLEET_POLICY, null, zone, now);
  const sources = { sums, policy: FLEET_POLICY };
  return Overview.parse(await readOverview(db, sources, zone, 'nobody', now));
}
