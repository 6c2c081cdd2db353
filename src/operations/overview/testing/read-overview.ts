import type { Kysely } from 'kysely';
import { Overview } from '../../../contract/console/overview.ts';
import { FLEET_POLICY } from '../../../domain/fleet-policy.ts';
import { manualClock } from '../../../lib/testing/manual-clock.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { renewAll } from '../../fleet/testing/renew-all.ts';
import { createEnergyCache } from '../../fleet/energy/energy-cache.ts';
import { readOverview } from '../overview.ts';

/**
 * Reads the Overview as its route answers it, once all background sums are done.
 * @param now milliseconds since the epoch
 */
export async function overviewAt(db: Kysely<Store>, zone: string, now: number): Promise<Overview> {
  const clock = manualClock(now);
  const parts = {
    db,
    clock,
    policy: FLEET_POLICY,
    changes: () => 0,
    giveWay: () => Promise.resolve(),
  };
  const sources = { energy: createEnergyCache(parts), policy: FLEET_POLICY };
  await renewAll(db, now);
  return Overview.parse(await readOverview(db, sources, zone, 'nobody', now));
}
