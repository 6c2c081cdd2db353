import { expect, test } from 'vitest';
import { mayHaveCapacity } from './capacity-types.ts';

test('vehicles, batteries and unknown types may have a capacity; other devices have none', () => {
  expect(['EV', 'Battery', null].map(mayHaveCapacity)).toEqual([true, true, true]);
  expect(['ChargePoint', 'HeatPump', 'SolarPlant', 'Tractor'].map(mayHaveCapacity)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
