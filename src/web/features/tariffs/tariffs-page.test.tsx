import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SavedTariff } from '../../../contract/console/report-tariff.ts';
import { uuid } from '../../testing/samples.ts';
import { show } from '../../testing/render.tsx';
import { TariffsPage } from './tariffs-page.tsx';
import type { TariffsSearch } from './tariffs-search.ts';

const TARIFF: SavedTariff = {
  id: uuid(1),
  version: 2,
  content: {
    name: 'Depot',
    currency: 'CHF',
    zone: 'UTC',
    validities: [{ validFrom: '2020-01-01', validTo: null, rate: { kind: 'flat', price: '0.27' } }],
  },
  savedAt: '2026-03-02T10:00:00Z',
  savedBy: 'Ada',
};

let role = 'approver';
let tariffs: SavedTariff[] = [];
let posted: unknown[] = [];
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });

beforeEach(() => {
  role = 'approver';
  tariffs = [TARIFF];
  posted = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url === '/auth/session') {
      return json({
        operator: { id: 'o', name: 'Ada', role },
        signIn: { demo: [], password: false, setup: false },
        embedded: true,
      });
    }
    if (init.method === 'GET') return json({ tariffs });
    posted.push(typeof init.body === 'string' ? JSON.parse(init.body) : null);
    return new Response(null, { status: 500 });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function Page({ at }: { at: TariffsSearch }) {
  const [search, setSearch] = useState(at);
  return <TariffsPage search={search} onSearch={setSearch} />;
}
const open = (at: TariffsSearch = {}) => show(<Page at={at} />);

test('the list shows the price of a kWh; an operator who may not change it sees why', async () => {
  await open();
  const table = await screen.findByRole('table', { name: 'Tariffs' });
  expect(within(table).getByText('0.27 CHF/kWh')).toBeTruthy();
  expect(within(table).getByRole('link', { name: 'Change Depot' })).toBeTruthy();

  cleanup();
  role = 'operator';
  await open();
  expect(await screen.findByText(/The role operator may not change tariffs/)).toBeTruthy();
  await screen.findByRole('table', { name: 'Tariffs' });
  expect(screen.queryByRole('link', { name: 'Change Depot' })).toBeNull();
});

test('a first attempt focuses the first invalid field; nothing is sent', async () => {
  await open({ edit: 'new' });
  const save = await screen.findByRole('button', { name: 'Save the tariff' });
  expect(screen.queryByText('Enter a name.')).toBeNull();
  fireEvent.click(save);
  expect(await screen.findByText('Enter a name.')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('Name'));
  expect(screen.getByText('3 fields have to be corrected first.')).toBeTruthy();
  expect(posted).toEqual([]);
});

test('a change survives a failure, and is previewed', async () => {
  await open({ edit: uuid(1) });
  expect(await screen.findByText('Nothing has changed since version 2.')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Price, CHF per kWh'), { target: { value: '0,31' } });
  expect(screen.getByRole('table', { name: 'Prices of a week' }).textContent).toContain('0.31');
  fireEvent.click(screen.getByRole('button', { name: 'Save as version 3' }));
  expect((await screen.findByRole('alert')).textContent).toContain('It is not known whether');
  expect(posted).toEqual([
    {
      id: uuid(1),
      content: {
        ...TARIFF.content,
        validities: [
          { validFrom: '2020-01-01', validTo: null, rate: { kind: 'flat', price: '0.31' } },
        ],
      },
    },
  ]);
  expect(screen.getByLabelText('Price, CHF per kWh')).toHaveProperty('value', '0,31');
});
