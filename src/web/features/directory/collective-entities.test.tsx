import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ENTITY_ROWS } from '../../testing/fact-samples.ts';
import { AS_OF, FACETS } from '../../testing/fleet-samples.ts';
import { show } from '../../testing/render.tsx';
import { uuid } from '../../testing/samples.ts';
import { CollectiveEntities, type CollectiveEntitiesProps } from './collective-entities.tsx';

const COLLECTIVE = uuid(900);
const json = (body: unknown) => new Response(JSON.stringify(body));
let rows: typeof ENTITY_ROWS;
let facets: typeof FACETS;
let asked: string[];

beforeEach(() => {
  rows = ENTITY_ROWS;
  facets = FACETS;
  asked = [];
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname, searchParams } = new URL(url, 'http://console.test');
    asked.push(`${pathname} ${searchParams.get('collective') ?? ''}`);
    return pathname.endsWith('/facets')
      ? json(facets)
      : json({ entities: rows, total: rows.length, offset: 0, asOf: AS_OF });
  });
});
afterEach(() => vi.unstubAllGlobals());

const onSearch = vi.fn<CollectiveEntitiesProps['onSearch']>();
const open = (search: CollectiveEntitiesProps['search'] = {}) =>
  show(<CollectiveEntities collectiveId={COLLECTIVE} search={search} onSearch={onSearch} />);
const headers = () => screen.getAllByRole('columnheader').map((each) => each.textContent);

test('the Entities of a Collective have the columns of the full list, filtered to this Collective', async () => {
  await open();
  const row = await screen.findByRole('row', { name: /Van 01/ });
  expect(row.textContent).toContain('Verified');
  expect(row.textContent).toContain('kWh');
  expect(headers()).toEqual(
    expect.arrayContaining(['Last Command', 'Last seen', 'Energy, 30 days', 'Place', 'Also in']),
  );
  expect(asked.length).toBeGreaterThan(1);
  expect(asked.every((each) => each.endsWith(` ${COLLECTIVE}`))).toBe(true);
});

test('a column without known values is left out', async () => {
  facets = { ...FACETS, filled: { ...FACETS.filled, energy: 0, seen: 0 } };
  await open();
  await screen.findByRole('row', { name: /Van 01/ });
  await vi.waitFor(() => expect(headers()).not.toContain('Energy, 30 days'));
  expect(headers()).not.toContain('Last seen');
  expect(headers()).toContain('Last Command');
});

test('a header sorts by its column', async () => {
  await open();
  fireEvent.click(await screen.findByRole('button', { name: /^Last seen/ }));
  expect(onSearch).toHaveBeenLastCalledWith({ sort: 'seen', order: 'asc' });
});

test('a Collective without known Entities says why', async () => {
  rows = [];
  await open();
  expect(await screen.findByText('No Entities of this Collective are known.')).toBeTruthy();
});

test('filters without a match can be cleared', async () => {
  rows = [];
  await open({ q: 'Van 99' });
  fireEvent.click(await screen.findByRole('button', { name: 'Clear filters' }));
  expect(onSearch).toHaveBeenLastCalledWith({ q: undefined, type: undefined });
});
