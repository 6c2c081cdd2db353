import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ENTITY_ROWS } from '../../testing/fact-samples.ts';
import { AS_OF, FACETS } from '../../testing/fleet-samples.ts';
import { show } from '../../testing/render.tsx';
import { uuid } from '../../testing/samples.ts';
import { CollectiveEntities } from './collective-entities.tsx';

const COLLECTIVE = uuid(900);
const json = (body: unknown) => new Response(JSON.stringify(body));
let asked: string[];

beforeEach(() => {
  asked = [];
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname, searchParams } = new URL(url, 'http://console.test');
    if (pathname.includes('directory')) {
      asked.push(`${pathname} ${searchParams.get('collective') ?? ''}`);
    }
    return pathname.endsWith('/facets')
      ? json(FACETS)
      : json({ entities: ENTITY_ROWS, total: ENTITY_ROWS.length, offset: 0, asOf: AS_OF });
  });
});
afterEach(() => vi.unstubAllGlobals());

const headers = () => screen.getAllByRole('columnheader').map((each) => each.textContent);

test('the Entities of a Collective have the columns of the full list, filtered to this Collective', async () => {
  await show(<CollectiveEntities collectiveId={COLLECTIVE} search={{}} onSearch={() => {}} />);
  // Its row by its link: the accessible names of all rows take seconds.
  const row = (await screen.findByText(/^Van 01/)).closest('tr');
  expect(row?.textContent).toContain('Verified');
  expect(row?.textContent).toContain('kWh');
  expect(headers()).toEqual(
    expect.arrayContaining(['Last Command', 'Last seen', 'Energy, 30 days', 'Place', 'Also in']),
  );
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.every((each) => each.endsWith(` ${COLLECTIVE}`))).toBe(true);
});
