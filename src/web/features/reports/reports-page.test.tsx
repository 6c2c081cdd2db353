import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { REASON_HEADER } from '../../../contract/console/headers.ts';
import { SEALED } from '../../testing/sealed-samples.ts';
import { show } from '../../testing/render.tsx';
import { ReportsPage } from './reports-page.tsx';
import { ReportsSearch } from './reports-search.ts';

const { manifest: _, ...LISTED } = SEALED;
let role = 'operator';
let reports = [LISTED];
let calls: string[] = [];
let reasons: (string | null)[] = [];
const json = (body: unknown) => new Response(JSON.stringify(body));

beforeEach(() => {
  role = 'operator';
  reports = [LISTED];
  calls = [];
  reasons = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url === '/auth/session') {
      return json({
        operator: { id: 'o', name: 'Ada', role },
        signIn: { demo: [], password: false, setup: false },
        embedded: true,
      });
    }
    calls.push(`${init.method} ${url}`);
    if (init.method === 'DELETE') {
      reasons.push(new Headers(init.headers).get(REASON_HEADER));
      reports = [];
      return new Response(null, { status: 204 });
    }
    if (url.endsWith('/definitions')) return json({ definitions: [] });
    return json({ reports, count: reports.length === 0 ? 0 : 120 });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const open = (search = {}, onSearch = () => {}) =>
  show(<ReportsPage search={search} onSearch={onSearch} />);

test('a sealed report is listed with period, energy, sessions, cost, and who sealed it', async () => {
  await open();
  const row = within(await screen.findByRole('table')).getAllByRole('row')[1];
  for (const text of ['Vans of the month', 'Feb 2026', '1,314.67 kWh', '12', '24.80 CHF']) {
    expect(row?.textContent).toContain(text);
  }
  expect(row?.textContent).toContain('by Inês Carvalho');
});

test('a long list is read a page at a time', async () => {
  const onSearch = vi.fn<() => void>();
  await open({ page: 2 }, onSearch);
  expect(await screen.findByText('26–50 of 120')).toBeTruthy();
  expect(calls.filter((url) => url.includes('/sealed'))).toEqual([
    expect.stringContaining('limit=25&offset=25'),
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Previous' }));
  expect(onSearch).toHaveBeenCalledWith({ page: undefined });
  expect(ReportsSearch.parse({ page: '-1', size: '7' })).toEqual({});
});

test('a sealed report is deleted with a reason', async () => {
  role = 'approver';
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Delete Vans of the month' }));
  const dialog = within(screen.getByRole('dialog'));
  const act = dialog.getByRole<HTMLButtonElement>('button', { name: 'Delete the report' });
  const reason = dialog.getByLabelText('Reason');
  fireEvent.change(reason, { target: { value: '  ' } });
  expect(act.disabled).toBe(true);
  fireEvent.change(reason, { target: { value: ' Preis für März ' } });
  fireEvent.click(act);
  expect(await screen.findByText('The report “Vans of the month” is deleted.')).toBeTruthy();
  expect(reasons).toEqual([encodeURIComponent('Preis für März')]);
});

test('an operator sees why a sealed report cannot be deleted', async () => {
  await open();
  const button = await screen.findByRole('button', {
    name: /^Delete Vans.*\. Not possible: The role operator may not delete a sealed report\.$/,
  });
  fireEvent.click(button);
  expect(screen.queryByRole('dialog')).toBeNull();
});
