import { expect, test } from 'vitest';
import { entity } from '../../testing/samples.ts';
import { countTypes, filterEntities, NO_TYPE } from './filters.ts';

const entities = [entity(1, 'EV'), entity(2, 'Battery'), entity(3, null), entity(12, 'EV')];

test('all terms have to occur, in any field and case', () => {
  expect(filterEntities(entities, 'DEVICE bat', null).map(({ id }) => id)).toEqual([
    entities[1]?.id,
  ]);
  expect(filterEntities(entities, 'device nothing', null)).toEqual([]);
  expect(filterEntities(entities, '  ', null)).toHaveLength(4);
});

test('a type filters the rows, including the missing type', () => {
  expect(filterEntities(entities, '', 'Battery')).toHaveLength(1);
  expect(filterEntities(entities, '', NO_TYPE)).toEqual([entities[2]]);
});

test('types are counted, most first', () => {
  expect(countTypes(entities)).toEqual([
    { type: 'EV', count: 2 },
    { type: 'Battery', count: 1 },
    { type: NO_TYPE, count: 1 },
  ]);
});
