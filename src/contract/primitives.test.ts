import { expect, test } from 'vitest';
import { Unit } from './primitives.ts';

test('units that look alike are one unit, whatever is hidden in them', () => {
  const told = ['kWh', ' kWh ', 'kWh\u0000', '\u202ekWh', 'k\u200bWh', '\u0007kWh'];
  expect(new Set(told.map((unit) => Unit.parse(unit)))).toEqual(new Set(['kWh']));
  expect(Unit.parse('\u0000')).toBe('');
  expect(Unit.parse('k'.repeat(40_000))).toHaveLength(40);
});
