import { expect, test } from 'vitest';
import { atOf, boxOf, boxText, filterOf, MapSearch, selectionOf, viewOf } from './map-search.ts';

test('view and box survive the URL, even if the map was moved around the globe', () => {
  expect(viewOf({ at: atOf({ latitude: 52.37, longitude: 364.9, zoom: 7 }) })).toEqual({
    latitude: 52.37,
    longitude: 4.9,
    zoom: 7,
  });
  expect(boxOf({ box: boxText({ south: 1, west: 170, north: 2, east: 190 }) })).toEqual({
    south: 1,
    west: 170,
    north: 2,
    east: -170,
  });
  expect(boxText({ south: -99, west: -400, north: 99, east: 400 })).toBe('-90,-180,90,180');
});

test('a box that reaches the edge of the map holds the places drawn there, up to the pole', () => {
  expect(boxText({ south: -85.06, west: 1, north: 85.06, east: 2 })).toBe('-90,1,90,2');
  expect(boxText({ south: -85, west: 1, north: 85, east: 2 })).toBe('-85,1,85,2');
});

test('an invalid view or box in a URL counts as none', () => {
  const search = MapSearch.parse({ at: 'near home', box: '1,2,3', colour: 'red', odd: '2' });
  expect(search).toEqual({});
  expect(viewOf(search)).toBeNull();
  expect(boxOf(search)).toBeNull();
  expect(viewOf(MapSearch.parse({ at: 'all' }))).toBeNull();
});

test('the list follows the filters and the box', () => {
  const id = '0f7b7c1e-6f0f-4f7e-9a53-0c6c5c1f0001';
  const search = MapSearch.parse({ q: 'van', type: 'EV', collective: 'no id', box: '1,2,3,4' });
  expect(filterOf(search, null)).toEqual({ q: 'van', type: 'EV' });
  expect(selectionOf(search, id)).toEqual({
    q: 'van',
    type: 'EV',
    collective: id,
    south: 1,
    west: 2,
    north: 3,
    east: 4,
  });
  expect(selectionOf({ ...search, odd: '1' }, null)).toEqual({ q: 'van', type: 'EV', odd: '1' });
});
