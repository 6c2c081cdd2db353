import { expect, test } from 'vitest';
import { effectOn, limitImpact } from './dispatch-impact.ts';

function of(counts: Record<string, number>, unknown = 0): { type: string | null }[] {
  const known = Object.entries(counts).flatMap(([type, count]) =>
    Array.from({ length: count }, () => ({ type })),
  );
  return [...known, ...Array.from({ length: unknown }, () => ({ type: null }))];
}

test('the effect is stated for the types that take it', () => {
  expect(effectOn('StopCharging', of({ EV: 2, ChargePoint: 60, Battery: 3 }, 1))).toBe(
    '60 charge points and 2 EVs: Running charge sessions end. Vehicles may leave with less energy than expected.',
  );
  expect(effectOn('Reset', of({ SolarPlant: 1, Kiln: 1 }))).toMatch(/^1 solar plant: /);
  expect(effectOn('Disconnect', of({ EV: 2 }))).toBeNull();
});

test('a limit is stated per plant, with a warning below 1 kW', () => {
  expect(limitImpact('40', 30)).toEqual({
    text: '40 W on each of 30 plants',
    hint: 'That is less than 1 kW for each plant. Check the unit.',
  });
  expect(limitImpact('4200', 1)).toEqual({ text: '4,200 W on each of 1 plant', hint: null });
  expect(limitImpact('1000', 0)).toEqual({ text: '1,000 W on each plant', hint: null });
});
