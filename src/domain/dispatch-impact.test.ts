import { expect, test } from 'vitest';
import { impactOf, limitImpact } from './dispatch-impact.ts';

function of(counts: Record<string, number>, unknown = 0): { type: string | null }[] {
  const known = Object.entries(counts).flatMap(([type, count]) =>
    Array.from({ length: count }, () => ({ type })),
  );
  return [...known, ...Array.from({ length: unknown }, () => ({ type: null }))];
}

test('lists the effect per type, types that do not accept it, and Entities of unknown type', () => {
  const impact = impactOf('StopCharging', of({ EV: 2, ChargePoint: 60, Battery: 3 }, 1));
  expect(impact).toMatchObject({ total: 66, takers: 62 });
  expect(impact.sentences.map(({ text }) => text)).toEqual([
    '60 charge points and 2 EVs: Running charge sessions end. Vehicles may leave with less energy than expected.',
    '3 batteries do not take this Command and will fail it.',
    '1 Entity of unknown type might not take this Command.',
  ]);
});

test('one Entity of a type, and a type without a label', () => {
  const impact = impactOf('Reset', of({ SolarPlant: 1, Kiln: 1 }));
  expect(impact.sentences.map(({ text }) => text)).toEqual([
    '1 solar plant: Solar plants return to their default configuration; limits are lifted.',
    '1 of type Kiln does not take this Command and will fail it.',
  ]);
});

test('no Entity accepts it', () => {
  expect(impactOf('Disconnect', of({ EV: 2 })).takers).toBe(0);
});

test('a limit is stated per plant, with a warning below 1 kW', () => {
  expect(limitImpact('40', 30)).toEqual({
    text: '40 W on each of 30 plants',
    hint: 'That is less than 1 kW for each plant. Check the unit.',
  });
  expect(limitImpact('4200', 1)).toEqual({ text: '4,200 W on each of 1 plant', hint: null });
  expect(limitImpact('1000', 0)).toEqual({ text: '1,000 W on each plant', hint: null });
});
