import { expect, test } from 'vitest';
import { FLEET_POLICY } from '../../../domain/fleet-policy.ts';
import { manualClock } from '../../../lib/testing/manual-clock.ts';
import { CARS } from '../../../server/testing/console-harness.ts';
import { chargeSession, storeFleetSessions } from '../testing/fleet-rows.ts';
import { smallStore } from '../../directory/testing/small-store.ts';
import { energyView } from './energy-view.ts';
import { createFleetSums } from './fleet-energy.ts';

const NOW = Date.UTC(2026, 5, 10);

test('the sums of many Entities serve until the next ones are there, those of few are always new', async () => {
  const db = await smallStore(NOW);
  let elapsed = 0;
  // Each look at the clock takes a second.
  const slow = { ...manualClock(NOW), elapsed: () => (elapsed += 1000) };
  const ofMany = createFleetSums(db, FLEET_POLICY, slow);
  const ofFew = createFleetSums(db, FLEET_POLICY, manualClock(NOW));
  const monthOf = async (sums: typeof ofMany) => energyView(await sums('UTC'), null).month;
  const charge = (energy: number) =>
    storeFleetSessions(db, CARS[0], [chargeSession({ startMs: NOW - 1000, energy })], NOW);
  await charge(3);
  expect([await monthOf(ofMany), await monthOf(ofFew)]).toEqual([3, 3]);
  await charge(4);
  expect([await monthOf(ofMany), await monthOf(ofFew)]).toEqual([3, 7]);
  elapsed += 60_000;
  expect(await monthOf(ofMany)).toBe(3);
  await expect.poll(() => monthOf(ofMany)).toBe(7);
  await db.destroy();
});
