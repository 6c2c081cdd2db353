import { expect, test } from 'vitest';
import { MAP_STEPS } from '../../../contract/console/places.ts';
import { placeExtent } from './place-extent.ts';

type Place = readonly [latitude: number, longitude: number];

/** The columns of a map with one place per Entity, except places that share the previous Entity. */
function columnsOf(places: readonly Place[], isFirst: (at: number) => boolean = () => true) {
  const points = Buffer.alloc(places.length * 8);
  for (const [at, [latitude, longitude]] of places.entries()) {
    points.writeInt32LE(Math.round(latitude * MAP_STEPS), at * 8);
    points.writeInt32LE(Math.round(longitude * MAP_STEPS), at * 8 + 4);
  }
  const startOf = Buffer.from(places.map((_, at) => (isFirst(at) ? 1 : 0))).toString('base64');
  return { points: points.toString('base64'), startOf };
}

/** Places of one country, evenly spread. */
const country = (count: number): Place[] =>
  Array.from({ length: count }, (_, at) => [51 + (at % 10) / 10, 4 + ((at * 7) % 20) / 10]);

const NETHERLANDS = [51, 4, 51.9, 5.9];

test('a fleet in one country is shown whole', () => {
  const extent = placeExtent(columnsOf(country(60)));
  expect(extent).toMatchObject({ all: NETHERLANDS, most: NETHERLANDS, outside: 0 });
});

test.each<[string, Place]>([
  ['at 0, 0', [0, 0]],
  ['on another continent', [-33.9, 151.2]],
])('one place %s does not affect the view', (_, place) => {
  for (const count of [20, 60, 3000]) {
    const extent = placeExtent(columnsOf([place, ...country(count)]));
    expect(extent?.most).toEqual(NETHERLANDS);
    expect(extent?.outside).toBe(1);
    expect(extent?.all).not.toEqual(NETHERLANDS);
  }
});

test('many places at 0, 0 do not affect it either', () => {
  const places = [...country(60), ...Array.from({ length: 20 }, (): Place => [0, 0])];
  expect(placeExtent(columnsOf(places))).toMatchObject({ most: NETHERLANDS, outside: 20 });
});

/** Parks in the south of Portugal. */
const parks = (count: number): Place[] =>
  Array.from({ length: count }, (_, at) => [38 + (at % 5) / 10, -8]);

test('a second region far away is left out while it has at most a quarter of the places', () => {
  const few = placeExtent(columnsOf([...country(75), ...parks(25)]));
  expect(few).toMatchObject({ most: NETHERLANDS, outside: 25 });
  const many = placeExtent(columnsOf([...country(60), ...parks(40)]));
  expect(many).toMatchObject({ most: [38, -8, 51.9, 5.9], outside: 0 });
});

test('a region that spans the whole fleet is not cut', () => {
  const line = Array.from({ length: 60 }, (_, at): Place => [36 + at / 3, -8 + at / 3]);
  expect(placeExtent(columnsOf(line))?.outside).toBe(0);
});

test('counts Entities, and one with a place among most of them is not elsewhere', () => {
  // The last six places are three Entities with two places each.
  const places = [...country(56), ...parks(2), ...country(1), ...parks(1), ...country(1), [38, -8]];
  const columns = columnsOf(
    places.map(([latitude = 0, longitude = 0]): Place => [latitude, longitude]),
    (at) => at !== 57 && at !== 59 && at !== 61,
  );
  // The places at 56 and 57 belong to one Entity, the only one elsewhere.
  expect(placeExtent(columns)).toMatchObject({ most: NETHERLANDS, outside: 1 });
});

test('places just beyond the others are included', () => {
  const extent = placeExtent(columnsOf([[52.3, 6.5], ...country(60)]));
  expect(extent).toMatchObject({ most: [51, 4, 52.3, 6.5], outside: 0 });
});

test('few places, or all at one point, are shown whole', () => {
  expect(placeExtent({ points: '', startOf: '' })).toBeNull();
  expect(placeExtent(columnsOf([[0, 0]]))).toMatchObject({ most: [0, 0, 0, 0], outside: 0 });
  expect(
    placeExtent(
      columnsOf([
        [52, 5],
        [1, 1],
      ]),
    ),
  ).toMatchObject({ most: [1, 1, 52, 5] });
  const same = Array.from({ length: 50 }, (): Place => [52, 5]);
  expect(placeExtent(columnsOf(same))).toMatchObject({ most: [52, 5, 52, 5], outside: 0 });
});
