import { expect, test } from 'vitest';
import { placeMap } from '../../testing/place-samples.ts';
import { formatEntities, groupingOf, groupsWithin } from './groups.ts';
import { atOf, filterOf, MapSearch, selectionOf, viewOf } from './map-search.ts';
import { townNames } from './town-names.ts';

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

const map = {
  types: [
    { name: 'Battery', count: 2, entities: 2 },
    { name: 'EV', count: 9, entities: 9 },
    { name: null, count: 1, entities: 1 },
    { name: 'Boiler', count: 3, entities: 3 },
  ],
  outcomes: [
    { name: null, count: 4, entities: 4 },
    { name: 'failed', count: 1, entities: 1 },
    { name: 'verified', count: 10, entities: 10 },
  ],
};

test('types are ordered by Entities; each has its own colour and mark', () => {
  const { groups, groupOf } = groupingOf(map, 'type');
  expect(groups.map(({ label }) => label)).toEqual(['EV', 'Boiler', 'Battery', 'Type not known']);
  expect(groups.map(({ mark }) => mark)).toEqual(['EV', 'Bo', 'Ba', '?']);
  expect(groupOf.map((at) => groups[at]?.label)).toEqual([
    'Battery',
    'EV',
    'Type not known',
    'Boiler',
  ]);
});

test('a type looks the same on every map, whatever else is on it', () => {
  const colourOf = (types: (typeof map)['types']) =>
    groupingOf({ ...map, types }, 'type').groups.find(({ label }) => label === 'EV');
  const { color, mark } = colourOf(map.types) ?? {};
  expect(colourOf([{ name: 'EV', count: 1, entities: 1 }])).toMatchObject({ color, mark });
});

test('surplus types share the last colour and are counted together', () => {
  const types = Array.from({ length: 15 }, (_, at) => ({
    name: `Type ${at}`,
    count: 20 - at,
    entities: 20 - at,
  }));
  const { groups, groupOf } = groupingOf({ ...map, types }, 'type');
  expect(groups.at(-1)).toMatchObject({ label: 'Other types', count: 9 + 8 + 7 + 6 });
  expect(groupOf.slice(-4)).toEqual([11, 11, 11, 11]);
});

test('outcomes have the order and labels of the product', () => {
  const { groups, groupOf } = groupingOf(map, 'outcome');
  expect(groups.map(({ label }) => label)).toEqual(['Verified', 'Failed', 'No Command known']);
  expect(groupOf).toEqual([2, 1, 0]);
});

test('places are in brackets if an Entity has several', () => {
  expect(formatEntities(1, 1)).toBe('1 Entity');
  expect(formatEntities(44, 52)).toBe('44 Entities (52 places)');
});

test('the legend counts what is in view, an Entity with several places once', () => {
  const whole = placeMap();
  for (const by of ['type', 'outcome'] as const) {
    const grouping = groupingOf(whole, by);
    expect(groupsWithin(whole, grouping, by, [-90, -180, 90, 180])).toEqual(grouping.groups);
    const none = groupsWithin(whole, grouping, by, [-80, -170, -79, -169]);
    expect(none.map(({ entities, count }) => entities + count)).toEqual(none.map(() => 0));
  }
});

const place = (places: [x: number, y: number, population: number, name: string][]) => ({
  cell: { extent: 4096, land: [], borders: [], places },
  z: 4,
  x: 8,
  y: 5,
});
/** The names of the tiles at the north of a cell, each 64 steps wide, four to a pixel. */
const namesOf = (cell: ReturnType<typeof place>, column: number) =>
  townNames(cell, { z: 6, x: 32 + column, y: 20 }, 256).map(({ name }) => name);

test('a larger town wins over its neighbour, in the tile of either', () => {
  const cell = place([
    [1020, 500, 900_000, 'Largest'],
    [1030, 504, 800_000, 'Beside it'],
    [1900, 500, 700_000, 'Far away'],
    [1800, 900, 100, 'Too small'],
  ]);
  expect(namesOf(cell, 0)).toEqual(['Largest']);
  expect(namesOf(cell, 1)).toEqual(['Far away']);
});
