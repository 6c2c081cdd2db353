import { expect, test } from 'vitest';
import { feedsIn, limitsFeedIn, mayCharge } from './entity-abilities.ts';

test('only vehicles and charge points have sessions, and whatever has an unknown type', () => {
  const types = ['EV', 'ChargePoint', 'SolarPlant', 'Inverter', 'Meter', 'Boiler', null];
  expect(types.filter(mayCharge)).toEqual(['EV', 'ChargePoint', 'Boiler', null]);
  expect(types.filter(feedsIn)).toEqual(['SolarPlant', 'Inverter']);
});

test('a Reset lifts limits, charging has none', () => {
  const limits = ['LimitFeedIn', 'Reset', 'StartCharging', null].map(limitsFeedIn);
  expect(limits).toEqual([true, false, null, null]);
});
