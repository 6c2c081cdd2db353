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

test('counts Entities, and one with a place among most of them is not elsewhere', () => {
  const [town, away]: [Place, Place] = [
    [52, 5],
    [38, -8],
  ];
  // The last six places are three Entities with two places each; only the first of them is elsewhere.
  const places = [...Array.from({ length: 56 }, () => town), away, away, town, away, town, away];
  const columns = columnsOf(places, (at) => at !== 57 && at !== 59 && at !== 61);
  expect(placeExtent(columns)).toEqual({
    all: [38, -8, 52, 5],
    most: [52, 5, 52, 5],
    outside: 1,
  });
});

test('without places there is no extent', () => {
  expect(placeExtent({ points: '', startOf: '' })).toBeNull();
});
