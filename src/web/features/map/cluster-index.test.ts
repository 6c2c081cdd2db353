import { expect, test } from 'vitest';
import { MAP_STEPS } from '../../../contract/console/places.ts';
import { ClusterIndex } from './cluster-index.ts';

const WORLD = { west: -180, south: -90, east: 180, north: 90, maxZoom: 14, apart: 34 };

/** @param starts whether each place is the first of its Entity; absent: each is */
function load(
  places: readonly [latitude: number, longitude: number, value: number][],
  starts = places.map(() => 1),
) {
  const points = Buffer.alloc(places.length * 8);
  const numbers = Buffer.alloc(places.length * 2);
  for (const [at, [latitude, longitude, value]] of places.entries()) {
    points.writeInt32LE(Math.round(latitude * MAP_STEPS), at * 8);
    points.writeInt32LE(Math.round(longitude * MAP_STEPS), at * 8 + 4);
    numbers.writeUInt16LE(value, at * 2);
  }
  const index = new ClusterIndex();
  index.load({
    points: points.toString('base64'),
    numbers: numbers.toString('base64'),
    bytes: 2,
    starts: Buffer.from(starts).toString('base64'),
    groupOf: [1, 0],
    maxZoom: WORLD.maxZoom,
  });
  const view = (zoom: number, part: Partial<typeof WORLD> = {}) =>
    index.view({ zoom, ...WORLD, ...part });
  return { view };
}

test('nearby places form a cluster with counts by group, and separate at a closer zoom', () => {
  const { view } = load([
    [52, 5, 0],
    [52.05, 5.05, 0],
    [52.1, 5, 1],
    [-33.9, 151.2, 1],
  ]);
  const far = view(2).toSorted((a, b) => b.count - a.count);
  expect(far.map(({ count }) => count)).toEqual([3, 1]);
  expect(new Map(far[0]?.groups)).toEqual(
    new Map([
      [1, 2],
      [0, 1],
    ]),
  );
  expect(far[0]?.extent).toBeNull();
  expect(far[1]).toMatchObject({ groups: [[0, 1]], splitsAt: null });
  expect(view(14).every(({ count }) => count === 1)).toBe(true);
});

test('a single mark is split where there is room for its parts', () => {
  const { view } = load([
    [52, 5, 0],
    [52, 6, 0],
    [52, 6.01, 0],
    [52, 8, 0],
  ]);
  // In steps of 46 px: too near for the clustering, but not for the eye.
  expect(view(6)).toHaveLength(3);
  expect(view(4)).toHaveLength(1);
});

test('places that no zoom separates have bounds, so that they can be listed', () => {
  const { view } = load([
    [52, 5, 0],
    [52, 5, 1],
    [52.00002, 5, 1],
  ]);
  const [cluster] = view(14);
  expect(cluster?.count).toBe(3);
  expect(cluster?.extent?.map((side) => side.toFixed(5))).toEqual([
    '52.00000',
    '5.00000',
    '52.00002',
    '5.00000',
  ]);
});

test('an Entity with several places in a cluster is counted once', () => {
  const { view } = load(
    [
      [52, 5, 0],
      [52, 5, 0],
      [52, 5, 1],
    ],
    [1, 0, 1],
  );
  const [cluster] = view(14);
  expect(cluster).toMatchObject({ count: 3, entities: 2 });
  expect(new Map(cluster?.groups)).toEqual(
    new Map([
      [1, 1],
      [0, 1],
    ]),
  );
});

test('a depot on both sides of the date line is one cluster, beside whatever is in view', () => {
  const { view } = load([
    [-16.8, 179.95, 0],
    [-16.8, -179.95, 1],
    [-16.8, -179.94, 1],
  ]);
  const [cluster, ...others] = view(5, { west: 170, east: 190 });
  expect(others).toEqual([]);
  expect(cluster).toMatchObject({ count: 3 });
  expect(cluster?.longitude).toBeCloseTo(180.02, 4);
  expect(view(5, { west: -190, east: -170 })[0]?.longitude).toBeCloseTo(-179.98, 4);
  const apart = view(14, { west: 179.9, east: 180.1 }).map(({ longitude }) => longitude.toFixed(2));
  expect(apart.toSorted()).toEqual(['179.95', '180.05', '180.06']);
});

test('the bounds of a cluster that no zoom separates go the shorter way round', () => {
  const { view } = load([
    [0, 179.9999, 0],
    [0, -179.9999, 0],
  ]);
  const extent = view(14, { west: 179, east: 181 })[0]?.extent;
  expect(extent?.map((side) => side.toFixed(4))).toEqual([
    '0.0000',
    '179.9999',
    '0.0000',
    '180.0001',
  ]);
});

test('no places form no clusters', () => {
  const { view } = load([]);
  expect(view(3)).toEqual([]);
});
