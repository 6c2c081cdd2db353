import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boundsOf, nearestTurn, pointsOf, type Bounds } from './places.ts';

type Place = readonly [latitude: number, longitude: number];

const columnsOf = (places: readonly Place[]) =>
  pointsOf(places.map(([latitude, longitude]) => ({ latitude, longitude })));

test.each<[string, readonly Place[], Bounds]>([
  ['one place', [[52, 5]], [52, 5, 52, 5]],
  [
    'two places',
    [
      [52, 5],
      [1, 1],
    ],
    [1, 1, 52, 5],
  ],
  [
    'a depot across the date line',
    [
      [-16.8, 179.95],
      [-16.7, -179.95],
    ],
    [-16.8, 179.95, -16.7, 180.05],
  ],
])('the bounds of %s', (_, places, bounds) => {
  const shown = boundsOf(columnsOf(places));
  expect(shown?.map((side) => Number(side.toFixed(6)))).toEqual(bounds);
});

test('without places there are no bounds', () => {
  expect(boundsOf(columnsOf([]))).toBeNull();
});

const SOMEWHERE = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});

test('bounds are equally wide wherever on the globe, and hold every place', () => {
  const turn = fc.double({ min: -720, max: 720, noNaN: true });
  fc.assert(
    fc.property(fc.array(SOMEWHERE, { minLength: 1, maxLength: 40 }), turn, (places, by) => {
      const turned = places.map(({ latitude, longitude }) => ({
        latitude,
        longitude: nearestTurn(longitude + by, 0),
      }));
      const [, from = 0, , to = 0] = boundsOf(pointsOf(places)) ?? [];
      const all = boundsOf(pointsOf(turned));
      if (all === null) throw new Error('there are places');
      const [south, west, north, east] = all;
      expect(east - west).toBeCloseTo(to - from, 6);
      for (const { latitude, longitude } of turned) {
        const near = nearestTurn(longitude, (west + east) / 2);
        expect(latitude >= south && latitude <= north).toBe(true);
        expect(near).toBeGreaterThanOrEqual(west - 1e-9);
        expect(near).toBeLessThanOrEqual(east + 1e-9);
      }
    }),
  );
});
