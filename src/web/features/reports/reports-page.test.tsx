import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { REASON_HEADER } from '../../../contract/console/headers.ts';
import { ReportDefinition } from '../../../contract/console/report-definition.ts';
import type { ReportRun } from '../../../contract/console/report-run.ts';
import { uuid } from '../../testing/samples.ts';
import { show } from '../../testing/render.tsx';
import { ReportsPage } from './reports-page.tsx';
import { ReportsSearch } from './reports-search.ts';

const run = (last: number, change: Partial<ReportRun> = {}): ReportRun => ({
  id: uuid(last),
  state: 'complete',
  draft: false,
  operator: 'Ada',
  createdAt: '2026-04-01T10:00:00Z',
  finishedAt: '2026-04-01T10:01:00Z',
  sealed: null,
  definition: ReportDefinition.parse({
    scope: { collectives: [uuid(900)], entities: [], types: ['EV'], tags: [] },
    period: { kind: 'preset', preset: 'last-month' },
    zone: 'Europe/Zurich',
    boundary: 'start',
    grouping: 'entity',
    tariff: null,
    thresholds: {},
  }),
  saved: null,
  name: null,
  relation: null,
  tariff: null,
  from: '2026-03-01',
  to: '2026-03-31',
  progress: {
    entities: { total: 60, done: 60, failed: 0, waiting: 0 },
    sessions: 900,
    asked: 61,
    oldestReadAt: '2026-04-02T09:12:00Z',
    knownLate: null,
    offboarded: 0,
    remainingMs: null,
  },
  provisionalFrom: null,
  hash: 'f'.repeat(64),
  ...change,
});

let role = 'operator';
let runs: ReportRun[] = [];
let count = 0;
let calls: string[] = [];
let reasons: (string | null)[] = [];
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });

beforeEach(() => {
  role = 'operator';
  runs = [];
  count = 0;
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
    if (init.method === 'DELETE') reasons.push(new Headers(init.headers).get(REASON_HEADER));
    if (url.endsWith('/definitions')) return json({ definitions: [] });
    if (init.method === 'DELETE') {
      runs = [];
      count = 0;
      return new Response(null, { status: 204 });
    }
    return json({ runs, count });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const open = (search = {}, onSearch = () => {}) =>
  show(<ReportsPage search={search} onSearch={onSearch} onBegun={() => {}} />);

test('a report is listed by its name or its scope, with period, zone and progress', async () => {
  const entities = { total: 60, done: 20, failed: 1, waiting: 39 };
  runs = [
    run(1, {
      name: 'Vans',
      state: 'running',
      hash: null,
      progress: { ...run(1).progress, entities },
      provisionalFrom: '2026-03-30T22:00:00Z',
    }),
    run(2),
  ];
  count = 2;
  await open();
  const [, first, second] = within(await screen.findByRole('table')).getAllByRole('row');
  expect(first?.textContent).toContain('Vans');
  expect(first?.textContent).toContain('1 Mar 2026 to 31 Mar 2026 provisional');
  expect(first?.textContent).toContain('20 of 60 Entities, 1 not read');
  expect(screen.queryAllByTitle('Figures from 31 Mar 2026 on may still grow.')).toHaveLength(1);
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('35');
  expect(second?.textContent).toContain('1 Collective and type EV');
  expect(second?.textContent).not.toContain('provisional');
  // A running report cannot be deleted, and says so.
  const held = screen.getByRole('button', {
    name: /^Delete Vans\. Not possible: It is running/,
  });
  expect(held.getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(held);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a sealed report is deleted with a reason', async () => {
  role = 'approver';
  runs = [run(2, { name: 'Vans' })];
  count = 1;
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Delete Vans' }));
  const dialog = within(screen.getByRole('dialog'));
  const act = dialog.getByRole<HTMLButtonElement>('button', { name: 'Delete the report' });
  const reason = dialog.getByLabelText('Reason');
  fireEvent.change(reason, { target: { value: '  ' } });
  expect(act.disabled).toBe(true);
  expect(dialog.getByText('Fill in the fields above first.')).toBeTruthy();
  fireEvent.change(reason, { target: { value: ' Preis für März ' } });
  fireEvent.click(act);
  expect(await screen.findByText('The report “Vans” is deleted.')).toBeTruthy();
  expect(reasons).toEqual([encodeURIComponent('Preis für März')]);
});

test('an operator sees why a sealed report cannot be deleted', async () => {
  runs = [run(2, { name: 'Vans' }), run(3, { name: 'Cars', hash: null })];
  count = 2;
  await open();
  const button = await screen.findByRole('button', { name: /^Delete Vans\. Not possible:/ });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(button.title).toBe('The role operator may not delete a sealed report.');
  fireEvent.click(button);
  expect(screen.queryByRole('dialog')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Delete Cars' }));
  expect(screen.getByRole('dialog')).toBeTruthy();
});

test('a long list is read a page at a time', async () => {
  runs = [run(1)];
  count = 120;
  const onSearch = vi.fn<() => void>();
  await open({ page: 2 }, onSearch);
  expect(await screen.findByText('26–50 of 120')).toBeTruthy();
  expect(calls.filter((url) => url.includes('/runs'))).toEqual([
    expect.stringContaining('limit=25&offset=25'),
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Previous' }));
  expect(onSearch).toHaveBeenCalledWith({ page: undefined });
  expect(ReportsSearch.parse({ page: '3' })).toEqual({ page: 3 });
  expect(ReportsSearch.parse({ page: '-1', size: '7' })).toEqual({});
});

test('a viewer gets no link to make the first report', async () => {
  role = 'viewer';
  await open();
  expect(await screen.findByText('No reports yet.')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Make the first one' })).toBeNull();
});
