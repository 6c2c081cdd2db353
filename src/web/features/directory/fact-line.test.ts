import { expect, test } from 'vitest';
import { energyDays } from '../../testing/fact-samples.ts';
import { energyFact } from './fact-line.tsx';

const ENERGY = { ...energyDays(8), value: 520 };
const NONE = { ...ENERGY, value: null, unit: null };
const PART = { known: 7, of: 30 };

test('a sum names its days, and what it leaves out', () => {
  expect(energyFact(ENERGY)).toBe('520.0 kWh in 30 days');
  const leftOut = { otherUnits: 2, withoutEnergy: 1 };
  expect(energyFact({ ...ENERGY, leftOut })).toBe('520.0 kWh in 30 days +3 not counted');
});

test('a sum of some Entities says so, even if no session is known', () => {
  expect(energyFact(ENERGY, PART)).toBe('520.0 kWh in 30 days from 7 of 30 Entities');
  expect(energyFact(NONE, PART)).toBe('no session known from 7 of 30 Entities');
  expect(energyFact(NONE, { known: 30, of: 30 })).toBe('no sessions in 30 days');
  expect(energyFact(NONE)).toBe('no sessions in 30 days');
});
