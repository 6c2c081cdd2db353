import { expect, test } from 'vitest';
import { placeMap } from '../../testing/place-samples.ts';
import { formatEntities, groupingOf, groupsWithin } from './groups.ts';

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
