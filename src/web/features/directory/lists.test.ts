import { expect, test } from 'vitest';
import { collectiveFacts } from '../../testing/fact-samples.ts';
import { collective, uuid } from '../../testing/samples.ts';
import { collectiveFacets, shownCollectives } from './collective-filter.ts';
import { columnsOf, entityListOf, ListSearch } from './directory-search.ts';
import { changedFields, formOf } from './record-form.ts';

const base = { ...collective([]).collective, facts: null };
const rows = [
  { ...base, id: uuid(1), name: 'Depot 10', type: 'Fleet', tags: ['night'], entityCount: 3 },
  { ...base, id: uuid(2), name: 'Depot 2', type: null, tags: [], entityCount: 7 },
  { ...base, id: uuid(3), name: 'Sun', type: 'SolarFarm', tags: ['night'], entityCount: 1 },
];
const names = (search: ListSearch) => shownCollectives(rows, search).map(({ name }) => name);

test('Collectives have a natural order, and match if all terms occur', () => {
  expect(names({})).toEqual(['Depot 2', 'Depot 10', 'Sun']);
  expect(names({ order: 'desc' })).toEqual(['Sun', 'Depot 10', 'Depot 2']);
  expect(names({ sort: 'entities' })).toEqual(['Sun', 'Depot 10', 'Depot 2']);
  expect(names({ sort: 'type' })).toEqual(['Depot 10', 'Sun', 'Depot 2']);
  expect(names({ q: 'NIGHT depot' })).toEqual(['Depot 10']);
  expect(names({ q: uuid(3) })).toEqual(['Sun']);
  expect(names({ q: uuid(3).slice(0, 4) })).toHaveLength(3);
  expect(names({ q: uuid(3).slice(0, 3) })).toEqual([]);
  expect(names({ q: uuid(3).slice(-4) })).toEqual([]);
  expect(names({ tag: 'night', type: 'Fleet' })).toEqual(['Depot 10']);
});

test('Collectives are sorted and filtered by the sums of their Entities', () => {
  const [first, second, third] = rows;
  if (first === undefined || second === undefined || third === undefined) return;
  const known = [
    { ...first, facts: collectiveFacts(first, { silent: 2 }) },
    { ...second, facts: collectiveFacts(second, { failing: 1 }) },
    { ...third, facts: collectiveFacts(third, { energy: null }) },
  ];
  const shown = (search: ListSearch) => shownCollectives(known, search).map(({ name }) => name);
  expect(shown({ sort: 'energy' })).toEqual(['Depot 10', 'Depot 2', 'Sun']);
  expect(shown({ sort: 'energy', order: 'desc' })).toEqual(['Depot 2', 'Depot 10', 'Sun']);
  expect(shown({ silent: '1' })).toEqual(['Depot 10']);
  expect(shown({ reads: 'failing' })).toEqual(['Depot 2']);
  expect(shown({ planned: '1' })).toEqual([]);
});

test('filters by facts are kept in the address, and unknown values are left out', () => {
  const address = { outcome: 'failed', capacity: 'never', capture: 'maybe', silent: '1' };
  const search = ListSearch.parse({ ...address, sort: 'energy', order: 'desc' });
  expect(entityListOf(search)).toEqual({
    outcome: 'failed',
    capacity: 'never',
    silent: '1',
    sort: 'energy',
    order: 'desc',
  });
});

test('a filter counts what each value would show, given the other filters', () => {
  const { type, tag } = collectiveFacets(rows, { tag: 'night' });
  expect(type?.values.map(({ value, count }) => [value, count])).toEqual([
    ['Fleet', 1],
    ['SolarFarm', 1],
  ]);
  expect(tag?.values).toEqual([{ value: 'night', label: 'night', count: 2 }]);
});

test('an address with invalid filters has no filters', () => {
  const search = ListSearch.parse({ sort: 'colour', order: 'up', rows: 'x', collective: 'no' });
  expect(entityListOf(search)).toEqual({});
  expect(entityListOf({ sort: 'entities', q: '' })).toEqual({});
  expect(columnsOf({ cols: 'nothing' }, ['name', 'type'], ['name'])).toEqual(['name']);
  expect(columnsOf({ cols: 'type,name' }, ['name', 'type'], ['name'])).toEqual(['name', 'type']);
});

test('a record sends only the changed fields', () => {
  const before = formOf({ ...base, tags: ['a', 'b'], note: 'Old' });
  expect(changedFields(before, before)).toEqual({});
  expect(changedFields(before, { ...before, note: ' ', tags: 'b, c,', name: ' New ' })).toEqual({
    note: null,
    tags: ['b', 'c'],
    name: 'New',
  });
});
