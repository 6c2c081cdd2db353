import { fireEvent, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TariffText } from '../../../contract/console/tariff.ts';
import { FLAT_PRICES, HOUR_PRICES } from '../../testing/sealed-samples.ts';
import { show } from '../../testing/render.tsx';
import { emptyFields, fieldsOf, TariffForm } from './tariff-form.ts';
import { TariffsPage } from './tariffs-page.tsx';
import type { TariffsSearch } from './tariffs-search.ts';

let role = 'approver';
let posted: unknown[] = [];
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const LIST = {
  kind: 'hourly',
  start: '2026-01-01T00:00:00Z',
  minutes: 60,
  prices: ['0.1', '-0.2'],
};
const MISTAKES = [{ line: 3, problem: '“x” is no price.' }];

beforeEach(() => {
  role = 'approver';
  posted = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url === '/auth/session') {
      return json({
        operator: { id: 'o', name: 'Ada', role },
        signIn: { demo: [], password: false, setup: false },
        embedded: true,
      });
    }
    if (init.method === 'GET') return json({ tariffs: [FLAT_PRICES] });
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : null;
    posted.push(body);
    if (!url.endsWith('/prices')) return new Response(null, { status: 500 });
    const isRight = JSON.stringify(body).includes(btoa('right'));
    return json({
      list: isRight ? LIST : null,
      problems: isRight ? [] : MISTAKES,
      count: isRight ? 0 : 1,
    });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function Page({ at }: { at: TariffsSearch }) {
  const [search, setSearch] = useState(at);
  return <TariffsPage search={search} onSearch={setSearch} />;
}

test('an operator who may not change tariffs sees prices, and why not', async () => {
  role = 'operator';
  await show(<Page at={{}} />);
  const table = await screen.findByRole('table', { name: 'Tariffs' });
  expect(within(table).getByText('0.27 CHF/kWh; 0.5 CHF per session')).toBeTruthy();
  expect(screen.getByText(/The role operator may not change tariffs/)).toBeTruthy();
  const denied = /^Delete Depot, flat\. Not possible: The role operator may not change tariffs/;
  fireEvent.click(screen.getByRole('button', { name: denied }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a first attempt focuses the first invalid field; nothing is sent', async () => {
  await show(<Page at={{ edit: 'new' }} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Save the tariff' }));
  expect(await screen.findByText('Enter a name.')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('Name'));
  expect(posted).toEqual([]);
});

test('a change survives a failure, and is previewed', async () => {
  await show(<Page at={{ edit: FLAT_PRICES.id }} />);
  expect(await screen.findByText('Nothing has changed since version 2.')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Price, CHF per kWh'), { target: { value: '0,31' } });
  const week = screen.getByLabelText('Prices of a week');
  await vi.waitFor(() => expect(week.textContent).toContain('0.31'));
  fireEvent.click(screen.getByRole('button', { name: 'Save as version 3' }));
  expect((await screen.findByRole('alert')).textContent).toContain('It is not known whether');
  const [first] = FLAT_PRICES.content.periods;
  const energy = { kind: 'flat', price: '0.31' };
  const content = { ...FLAT_PRICES.content, periods: [{ ...first, energy }] };
  expect(posted).toEqual([{ id: FLAT_PRICES.id, content }]);
  expect(screen.getByLabelText('Price, CHF per kWh')).toHaveProperty('value', '0,31');
});

test('of a file of prices with a mistake nothing is taken', async () => {
  await show(<Page at={{ edit: FLAT_PRICES.id }} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Hourly, from a file' }));
  const choose = (text: string) =>
    fireEvent.change(screen.getByLabelText('File of prices'), {
      target: { files: [new File([text], 'prices.csv')] },
    });
  choose('right');
  expect(await screen.findByText(/^2 prices, one for every 60 minutes/)).toBeTruthy();
  choose('wrong');
  expect(await screen.findByText('Line 3: “x” is no price.')).toBeTruthy();
  expect(screen.getByText(/none of its prices are used/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Save as version 3' }));
  await vi.waitFor(() => expect(posted).toHaveLength(3));
  expect(posted.at(-1)).toMatchObject({ content: { periods: [{ energy: LIST }] } });
});

test('the fields of a tariff are read as the same tariff', () => {
  for (const { content } of [FLAT_PRICES, HOUR_PRICES]) {
    expect(TariffForm.parse(fieldsOf(content))).toEqual(TariffText.parse(content));
  }
});

test('wrong fields are named by their paths', () => {
  const fields = emptyFields('Nowhere/Town', '2026-11-28');
  const [period] = fields.periods;
  if (period === undefined) throw new Error('no period');
  const band = { name: ' ', price: '1,234', weekdays: [], from: '7', to: '24:00' };
  const periods = [
    { ...period, from: '', perHour: 'x', energy: { ...period.energy, kind: 'hourly' as const } },
    { ...period, energy: { ...period.energy, kind: 'time-of-use' as const, bands: [band] } },
  ];
  const { error } = TariffForm.safeParse({ ...fields, name: '  ', currency: 'chf', periods });
  expect(error?.issues.map(({ path }) => path.join('.'))).toEqual([
    'name',
    'zone',
    'periods.0.from',
    'periods.0.energy.start',
    'periods.0.energy.prices',
    'periods.0.perHour',
    'periods.1.energy.bands.0.name',
    'periods.1.energy.bands.0.price',
    'periods.1.energy.bands.0.weekdays',
    'periods.1.energy.bands.0.from',
  ]);
});
