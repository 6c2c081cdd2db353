import { expect, test } from 'vitest';
import { mayHaveCapacity } from './capacity-types.ts';

test('vehicles, batteries and unknown types may have a capacity; other devices have none', () => {
  const types = ['EV', 'Battery', null, 'ChargePoint', 'HeatPump', 'SolarPlant', 'Tractor'];
  expect(types.filter(mayHaveCapacity)).toEqual(['EV', 'Battery', null]);
});
