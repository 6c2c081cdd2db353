import { expect, test } from 'vitest';
import { atOf, filterOf, MapSearch, selectionOf, viewOf } from './map-search.ts';

test('a view survives the URL, even if the map was moved around the globe', () => {
  expect(viewOf({ at: atOf({ latitude: 52.37, longitude: 364.9, zoom: 7 }) })).toEqual({
    latitude: 52.37,
    longitude: 4.9,
    zoom: 7,
  });
});

test('an invalid view counts as none, and so does the box of an old link', () => {
  const search = MapSearch.parse({ at: 'near home', box: '1,2,3,4', colour: 'red', odd: '2' });
  expect(search).toEqual({});
  expect(viewOf(search)).toBeNull();
  expect(viewOf(MapSearch.parse({ at: 'all' }))).toBeNull();
});

test('the list follows the filters and the part of the map', () => {
  const id = '0f7b7c1e-6f0f-4f7e-9a53-0c6c5c1f0001';
  const search = MapSearch.parse({ q: 'van', type: 'EV', collective: 'no id' });
  const filter = { q: 'van', type: 'EV' };
  expect(filterOf(search, null)).toEqual(filter);
  expect(selectionOf(search, null, null)).toEqual(filter);
  expect(selectionOf(search, id, [1, 2, 3, 4])).toEqual({
    ...filter,
    collective: id,
    south: 1,
    west: 2,
    north: 3,
    east: 4,
  });
  expect(selectionOf({ ...search, odd: '1' }, null, [1, 2, 3, 4])).toEqual({ ...filter, odd: '1' });
});

test.each([
  ['across the date line', [1, 170, 2, 190], [1, 170, 2, -170]],
  ['all the way round', [-99, -400, 99, 400], [-90, -180, 90, 180]],
  ['at the edge of the map, up to the poles', [-85.06, 1, 85.06, 2], [-90, 1, 90, 2]],
  ['short of the edge', [-85, 1, 85, 2], [-85, 1, 85, 2]],
] as const)('a part of the map %s holds the places drawn there', (_, part, sides) => {
  const { south, west, north, east } = selectionOf({}, null, part);
  expect([south, west, north, east]).toEqual(sides);
});
