import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boundsOf, isWithin, mainBounds, nearestTurn, pointsOf, type Bounds } from './places.ts';

type Place = readonly [latitude: number, longitude: number];

const columnsOf = (places: readonly Place[]) =>
  pointsOf(places.map(([latitude, longitude]) => ({ latitude, longitude })));

/** Places of one country, evenly spread. */
const country = (count: number): Place[] =>
  Array.from({ length: count }, (_, at) => [51 + (at % 10) / 10, 4 + ((at * 7) % 20) / 10]);
const NETHERLANDS = [51, 4, 51.9, 5.9];
/** Parks in the south of Portugal. */
const parks = (count: number): Place[] =>
  Array.from({ length: count }, (_, at) => [38 + (at % 5) / 10, -8]);
const same = (count: number, place: Place): Place[] => Array.from({ length: count }, () => place);

/** Twelve bays of one garage, and eight streets around it. */
const CITY: readonly Place[] = [
  ...same(12, [50.8503, 4.3517]),
  ...Array.from({ length: 8 }, (_, at): Place => [50.8 + at / 100, 4.3 + at / 100]),
];
/** What devices report by mistake: nothing, latitude and longitude swapped, the poles. */
const MISTAKES: readonly Place[] = [
  [0, 0],
  [-0, 0],
  [4.3517, 50.8503],
  [90, 180],
  [-90, -180],
  [0.5, 180],
];

test.each<[string, readonly Place[], Bounds]>([
  ['a country', country(60), [51, 4, 51.9, 5.9]],
  ['a city and mistakes', [...CITY, ...MISTAKES], [50.8, 4.3, 50.87, 4.37]],
  [
    'two depots, 1 mistake',
    [...same(5, [51, 4]), ...same(5, [-33, 151]), [0, 0]],
    [-33, 4, 51, 151],
  ],
  ['a quarter in another country', [...country(75), ...parks(25)], [51, 4, 51.9, 5.9]],
  ['more than a quarter in another country', [...country(60), ...parks(40)], [38, -8, 51.9, 5.9]],
  ['one place', [[52, 5]], [52, 5, 52, 5]],
  [
    'two places',
    [
      [52, 5],
      [1, 1],
    ],
    [1, 1, 52, 5],
  ],
  ['one spot', same(50, [52, 5]), [52, 5, 52, 5]],
  ['only places at 0, 0', same(3, [0, 0]), [0, 0, 0, 0]],
  ['a place just beyond the others', [[52.3, 6.5], ...country(60)], [51, 4, 52.3, 6.5]],
  [
    'a depot across the date line',
    [
      [-16.8, 179.95],
      [-16.7, -179.95],
    ],
    [-16.8, 179.95, -16.7, 180.05],
  ],
  [
    'the same with a mistake',
    [...same(3, [-16, 179.9]), ...same(3, [-16, -179.9]), [0, 0]],
    [-16, 179.9, -16, 180.1],
  ],
])('the view of %s fits most places', (_, places, bounds) => {
  const shown = mainBounds(columnsOf(places));
  expect(shown?.map((side) => Number(side.toFixed(6)))).toEqual(bounds);
});

test.each<[string, Place]>([
  ['at 0, 0', [0, 0]],
  ['on another continent', [-33.9, 151.2]],
])('one place %s does not affect the view', (_, place) => {
  for (const count of [3, 20, 60, 3000]) {
    expect(mainBounds(columnsOf([place, ...country(count)]))).toEqual(
      mainBounds(columnsOf(country(count))),
    );
  }
});

test('many places at 0, 0 do not affect it either', () => {
  expect(mainBounds(columnsOf([...country(60), ...same(20, [0, 0])]))).toEqual(NETHERLANDS);
});

test('a region that spans the whole fleet is not cut', () => {
  const line = columnsOf(Array.from({ length: 60 }, (_, at): Place => [36 + at / 3, -8 + at / 3]));
  expect(mainBounds(line)).toEqual(boundsOf(line));
});

test('without places there are no bounds', () => {
  expect(boundsOf(columnsOf([]))).toBeNull();
  expect(mainBounds(columnsOf([]))).toBeNull();
});

/** Not at 0, 0, which counts as nowhere. */
const SOMEWHERE = fc
  .record({
    latitude: fc.double({ min: -90, max: 90, noNaN: true }),
    longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  })
  .filter(({ latitude }) => latitude !== 0);

test('bounds are equally wide wherever on the globe, hold every place, and those of most are no larger', () => {
  const turn = fc.double({ min: -720, max: 720, noNaN: true });
  fc.assert(
    fc.property(fc.array(SOMEWHERE, { minLength: 1, maxLength: 40 }), turn, (places, by) => {
      const turned = pointsOf(
        places.map(({ latitude, longitude }) => ({
          latitude,
          longitude: nearestTurn(longitude + by, 0),
        })),
      );
      const [, west = 0, , east = 0] = boundsOf(pointsOf(places)) ?? [];
      const [all, most] = [boundsOf(turned), mainBounds(turned)];
      if (all === null || most === null) throw new Error('there are places');
      expect(all[3] - all[1]).toBeCloseTo(east - west, 6);
      expect(most[3] - most[1]).toBeLessThanOrEqual(all[3] - all[1] + 1e-6);
      const held = (bounds: Bounds) =>
        places.filter((_, at) => isWithin(bounds, turned, at)).length;
      expect(held(all)).toBe(places.length);
      expect(held(most)).toBeGreaterThanOrEqual(places.length * 0.75);
    }),
  );
});
