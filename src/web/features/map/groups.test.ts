import { expect, test } from 'vitest';
import { groupingOf } from './groups.ts';

const map = {
  types: [
    { name: 'Battery', count: 2 },
    { name: 'EV', count: 9 },
    { name: null, count: 1 },
    { name: 'Boiler', count: 3 },
  ],
  outcomes: [
    { name: null, count: 4 },
    { name: 'failed', count: 1 },
    { name: 'verified', count: 10 },
  ],
};

test('types are ordered by places, and each has its own mark', () => {
  const { groups, groupOf } = groupingOf(map, 'type');
  expect(groups.map(({ label }) => label)).toEqual(['EV', 'Boiler', 'Battery', 'Unknown type']);
  expect(new Set(groups.map(({ mark }) => mark)).size).toBe(4);
  expect(new Set(groups.map(({ color }) => color)).size).toBe(4);
  expect(groupOf.map((at) => groups[at]?.label)).toEqual([
    'Battery',
    'EV',
    'Unknown type',
    'Boiler',
  ]);
});

test('surplus types share the last colour and are counted together', () => {
  const types = Array.from({ length: 9 }, (_, at) => ({ name: `Type ${at}`, count: 10 - at }));
  const { groups, groupOf } = groupingOf({ ...map, types }, 'type');
  expect(groups.at(-1)).toMatchObject({ label: 'Other types', count: 6 + 5 + 4 + 3 + 2 });
  expect(groupOf.slice(-5)).toEqual([4, 4, 4, 4, 4]);
});

test('outcomes have the order and labels of the product', () => {
  const { groups, groupOf } = groupingOf(map, 'outcome');
  expect(groups.map(({ label }) => label)).toEqual(['Verified', 'Failed', 'No Command known']);
  expect(groupOf).toEqual([2, 1, 0]);
});
