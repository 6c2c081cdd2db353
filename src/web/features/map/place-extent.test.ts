import { expect, test } from 'vitest';
import { MAP_STEPS } from '../../../contract/console/places.ts';
import { placeExtent } from './place-extent.ts';

type Place = readonly [latitude: number, longitude: number];

function columnOf(places: readonly Place[]): string {
  const points = Buffer.alloc(places.length * 8);
  for (const [at, [latitude, longitude]] of places.entries()) {
    points.writeInt32LE(Math.round(latitude * MAP_STEPS), at * 8);
    points.writeInt32LE(Math.round(longitude * MAP_STEPS), at * 8 + 4);
  }
  return points.toString('base64');
}

/** Places of one country, evenly spread. */
const country = (count: number): Place[] =>
  Array.from({ length: count }, (_, at) => [51 + (at % 10) / 10, 4 + ((at * 7) % 20) / 10]);

const NETHERLANDS = [51, 4, 51.9, 5.9];

test('a fleet in one country is shown whole', () => {
  const extent = placeExtent(columnOf(country(60)));
  expect(extent).toMatchObject({ all: NETHERLANDS, most: NETHERLANDS, outside: 0 });
});

test.each<[string, Place]>([
  ['at 0, 0', [0, 0]],
  ['on another continent', [-33.9, 151.2]],
])('one place %s does not affect the view', (_, place) => {
  for (const count of [20, 60, 3000]) {
    const extent = placeExtent(columnOf([place, ...country(count)]));
    expect(extent?.most).toEqual(NETHERLANDS);
    expect(extent?.outside).toBe(1);
    expect(extent?.all).not.toEqual(NETHERLANDS);
  }
});

test('many places at 0, 0 do not affect it either', () => {
  const places = [...country(60), ...Array.from({ length: 20 }, (): Place => [0, 0])];
  expect(placeExtent(columnOf(places))).toMatchObject({ most: NETHERLANDS, outside: 20 });
});

test('a second region with more than a few places is shown too', () => {
  const farm = Array.from({ length: 5 }, (_, at): Place => [38 + at / 10, -8]);
  const extent = placeExtent(columnOf([...country(95), ...farm]));
  expect(extent).toMatchObject({ most: [38, -8, 51.9, 5.9], outside: 0 });
});

test('places just beyond the others are included', () => {
  const extent = placeExtent(columnOf([[52.3, 6.5], ...country(60)]));
  expect(extent).toMatchObject({ most: [51, 4, 52.3, 6.5], outside: 0 });
});

test('few places, or all at one point, are shown whole', () => {
  expect(placeExtent('')).toBeNull();
  expect(placeExtent(columnOf([[0, 0]]))).toMatchObject({ most: [0, 0, 0, 0], outside: 0 });
  expect(
    placeExtent(
      columnOf([
        [52, 5],
        [1, 1],
      ]),
    ),
  ).toMatchObject({ most: [1, 1, 52, 5] });
  const same = Array.from({ length: 50 }, (): Place => [52, 5]);
  expect(placeExtent(columnOf(same))).toMatchObject({ most: [52, 5, 52, 5], outside: 0 });
});
