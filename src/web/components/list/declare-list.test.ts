import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from '../../../contract/zod.ts';
import { PageNumber } from './address.ts';
import {
  choice,
  days,
  declareList,
  flag,
  hidden,
  namedPeriod,
  openChoice,
  textSearch,
} from './declare-list.ts';

const TYPE = { label: 'Type', any: 'Any type' };
const LIST = declareList({
  q: textSearch('Search name'),
  type: openChoice(TYPE),
  outcome: choice({ label: 'Outcome', any: 'Any outcome' }, { failed: 'Failed', fine: 'Fine' }),
  archived: flag('Archived', 'In use'),
  ...days('Sent'),
  range: namedPeriod('Due', { week: '7 days', all: 'All' }, { from: 'first', to: 'last' }),
  first: z.iso.date(),
  item: hidden(z.coerce.number().int()),
  sort: z.enum(['name', 'type']),
  page: PageNumber,
});
const parse = (search: unknown) => LIST.schema.parse(search);

test('an old link opens without its invalid and unknown parameters', () => {
  expect(
    parse({ q: 'van', outcome: 'toString', sort: 'colour', rows: 'roomy', page: '3' }),
  ).toEqual({ q: 'van', page: 3 });
  expect(parse({ from: '2026-02-31', to: '2026-03-01', range: 'custom', first: 'x' })).toEqual({
    to: '2026-03-01',
    range: 'custom',
  });
  // The router merges what it read itself with this: an invalid value must be named to be gone.
  expect(Object.hasOwn(parse({ outcome: 'toString' }), 'outcome')).toBe(true);
  expect(parse({ from: '0001-01-01', to: '9999-12-31', page: '900000' })).toEqual({});
});

test('any junk opens, and opens as the same again', () => {
  const junk = fc.oneof(
    fc.anything(),
    fc.record(Object.fromEntries(Object.keys(LIST.none).map((key) => [key, fc.anything()]))),
    fc.dictionary(fc.constantFrom('q', 'outcome', 'page', '__proto__', 'toString'), fc.string()),
  );
  fc.assert(
    fc.property(junk, (search) => {
      const read = parse(search);
      expect(parse(read)).toEqual(read);
    }),
  );
});

test('filters narrow the list; order and page do not', () => {
  expect(LIST.isNarrowed(parse({ sort: 'name', page: '2' }))).toBe(false);
  expect(LIST.isNarrowed({ q: '', type: undefined })).toBe(false);
  for (const search of [{ q: 'van' }, { outcome: 'failed' }, { to: '2026-03-01' }, { item: 0 }]) {
    expect(LIST.isNarrowed(search)).toBe(true);
  }
  expect(LIST.filtersOf({ type: 'EV', q: '', sort: 'name' })).toEqual({ type: 'EV' });
});

test('clearing takes off every filter and leaves the rest', () => {
  const search = parse({ q: 'van', type: 'EV', archived: '1', to: '2026-03-01', sort: 'name' });
  const cleared = { ...search, ...LIST.none };
  expect(cleared).toEqual({ sort: 'name' });
  expect(LIST.isNarrowed(cleared)).toBe(false);
});
