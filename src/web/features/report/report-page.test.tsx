import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FIGURES } from '../../testing/figure-samples.ts';
import { show } from '../../testing/render.tsx';
import { uuid } from '../../testing/samples.ts';
import { SEALED, session } from '../../testing/sealed-samples.ts';
import { FiguresPart } from './figures-part.tsx';
import { ReportFrame } from './report-page.tsx';
import { ReportSearch, type ReportPartProps } from './report-search.ts';
import { SessionsPart } from './report-sessions.tsx';

interface Asked {
  method: string;
  path: string;
  body: unknown;
  key: string | null;
}

const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const refusal = (code: string, message: string) =>
  json(
    {
      code,
      source: 'console',
      errors: [{ code: null, message, description: null }],
      upstreamStatus: null,
      requestId: 'req-7',
    },
    409,
  );

let asked: Asked[];
let answers: Record<string, () => Response>;
const posts = () => asked.filter(({ method }) => method === 'POST');

beforeEach(() => {
  asked = [];
  const signIn = { demo: [], password: false, setup: false };
  answers = {
    '/auth/session': () =>
      json({ operator: { id: 'o', name: 'Ada', role: 'operator' }, signIn, embedded: true }),
    figures: () => json({ state: 'ready', ...FIGURES }),
    sessions: () => json({ state: 'ready', sessions: [session], count: 1, cursor: null }),
    collectives: () => json({ collectives: [], asOf: '2026-03-02T15:00:00Z' }),
  };
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    const { pathname } = new URL(url, 'http://console.test');
    asked.push({
      method: init?.method ?? 'GET',
      path: pathname,
      body: typeof init?.body === 'string' ? JSON.parse(init.body) : null,
      key: new Headers(init?.headers).get('Idempotency-Key'),
    });
    const answer = answers[pathname] ?? answers[pathname.split('/').at(-1) ?? ''];
    return Promise.resolve(answer?.() ?? refusal('not_found', 'Not in this test'));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const SEARCH = ReportSearch.parse({ period: '2026-02-01_2026-02-07', zone: 'Europe/Zurich' });

async function open(Part: (props: ReportPartProps) => ReactNode, search = SEARCH) {
  const onSearch = vi.fn<ReportPartProps['onSearch']>();
  await show(
    <ReportFrame search={search} onSearch={onSearch}>
      <Part search={search} onSearch={onSearch} />
    </ReportFrame>,
  );
  return onSearch;
}

/** The figures of an address, which the page changes. */
function LivePage() {
  const [search, setSearch] = useState(SEARCH);
  const props: ReportPartProps = {
    search,
    onSearch: (change) => setSearch({ ...search, ...change }),
  };
  return (
    <ReportFrame {...props}>
      <FiguresPart {...props} />
    </ReportFrame>
  );
}

test('a report is sealed once, with the totals that were shown; a refusal is in words', async () => {
  answers['sealed'] = () => refusal('changed_since', 'The totals have changed since.');
  await open(FiguresPart);
  await screen.findByText('1,314.67 kWh');
  fireEvent.click(screen.getByRole('button', { name: 'Seal' }));
  const seal = await screen.findByRole('button', { name: 'Seal the report' });
  expect(screen.getByText(/More energy than the limit: 2 sessions/)).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Keep until'), { target: { value: '2020-01-01' } });
  expect(screen.getByText('Enter a day that is not over yet.')).toBeTruthy();
  fireEvent.click(seal);
  expect(posts()).toEqual([]);
  fireEvent.change(screen.getByLabelText('Keep until'), { target: { value: '2190-12-31' } });
  fireEvent.click(seal);
  fireEvent.click(seal);
  expect(await screen.findByText(/^The report was not sealed/)).toBeTruthy();
  expect(screen.getByText(/The totals have changed since\./)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Seal the report' }));
  await waitFor(() => expect(posts()).toHaveLength(2));
  const [first, second] = posts();
  expect(first?.body).toMatchObject({
    totals: FIGURES.totals,
    search: { zone: 'Europe/Zurich' },
    keep: { until: '2190-12-31' },
  });
  expect(first?.key).toMatch(/^[0-9a-f-]{36}$/);
  expect(second?.key).toBe(first?.key);
});

test('while it is added up anew, the figures shown stay, with the progress', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    await open(FiguresPart);
    await screen.findByText('1,314.67 kWh');
    answers['figures'] = () => json({ state: 'computing', done: 400, of: 1000 });
    fireEvent.click(screen.getByRole('button', { name: 'Refresh the report' }));
    expect(await screen.findByText('400 of 1,000 sessions added up')).toBeTruthy();
    expect(screen.getByText('1,314.67 kWh')).toBeTruthy();
    answers['figures'] = () =>
      json({
        state: 'ready',
        ...FIGURES,
        totals: FIGURES.totals.map((sums) => ({ ...sums, energy: '7' })),
      });
    await act(() => vi.advanceTimersByTimeAsync(1000));
    expect(await screen.findByText('7.00 kWh')).toBeTruthy();
    expect(screen.queryByText(/added up$/)).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});

test('the figures of another choice do not stand beside what could not be read', async () => {
  await show(<LivePage />);
  await screen.findByText('1,314.67 kWh');
  answers['figures'] = () => refusal('invalid_request', 'That many sessions need more memory.');
  fireEvent.change(screen.getByLabelText('Group by'), { target: { value: 'day' } });
  expect(await screen.findByText(/That many sessions need more memory\./)).toBeTruthy();
  expect(screen.queryByText('1,314.67 kWh')).toBeNull();
  expect(screen.getByRole('button', { name: 'Seal' })).toHaveProperty('disabled', true);
});

test('more Entities than an address holds are saved under a name', async () => {
  answers['facets'] = () =>
    json({
      total: 0,
      silent: 0,
      empty: [],
      tag: [],
      ...Object.fromEntries(
        ['type', 'brand', 'outcome', 'capacity', 'reads'].map((name) => [
          name,
          { values: [], distinct: 0 },
        ]),
      ),
    });
  answers['definitions'] = () =>
    json({
      id: uuid(1),
      name: 'Many',
      search: {},
      savedAt: '2026-03-02T15:00:00Z',
      savedBy: 'Ada',
    });
  const onSearch = await open(FiguresPart);
  fireEvent.click(await screen.findByRole('button', { name: 'The whole fleet' }));
  const ids = Array.from({ length: 201 }, (_, at) => uuid(at)).join(' ');
  fireEvent.change(await screen.findByLabelText('Ids of the Entities'), { target: { value: ids } });
  fireEvent.click(screen.getByRole('button', { name: 'Show the report' }));
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Many' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save the report' }));
  await waitFor(() => expect(onSearch).toHaveBeenCalled());
  const [saving] = posts();
  expect(saving?.body).toMatchObject({ name: 'Many', search: { zone: 'Europe/Zurich' } });
  expect(JSON.stringify(saving?.body)).toContain(uuid(200));
  expect(onSearch.mock.lastCall?.[0]).toMatchObject({ entities: undefined, zone: undefined });
});

test('a report that is not there is not the whole fleet', async () => {
  answers['definitions'] = () => json({ definitions: [] });
  await open(FiguresPart, ReportSearch.parse({ saved: uuid(9) }));
  expect(await screen.findByText('There is no such saved definition.')).toBeTruthy();
  expect(asked.map(({ path }) => path)).not.toContain('/api/console/reports/figures');
});

test('a report whose address cannot be read is shown without that part when asked to', async () => {
  const onSearch = await open(FiguresPart, { ...SEARCH, unread: 'tariffs' });
  expect(await screen.findByText(/does not say what this report is of: tariffs/)).toBeTruthy();
  expect(asked.map(({ path }) => path)).not.toContain('/api/console/reports/figures');
  fireEvent.click(screen.getByRole('button', { name: 'Show the report without it' }));
  expect(onSearch).toHaveBeenCalledWith({ unread: undefined });
});

test('a choice that leaves a report of many Entities is saved under a name', async () => {
  const entities = Array.from({ length: 900 }, (_, at) => uuid(at)).join('.');
  answers[uuid(770)] = () => json({ ...SEALED, search: { ...SEALED.search, entities } });
  const onSearch = await open(FiguresPart, ReportSearch.parse({ sealed: uuid(770) }));
  fireEvent.change(await screen.findByLabelText('Group by'), { target: { value: 'day' } });
  expect(onSearch).toHaveBeenCalledWith({ by: 'day', page: undefined });
  fireEvent.click(screen.getByRole('button', { name: /^Rules and prices/ }));
  fireEvent.change(await screen.findByLabelText('Tariff'), { target: { value: '' } });
  fireEvent.click(screen.getByRole('button', { name: 'Show the report' }));
  expect(await screen.findByText(/So many Entities do not fit into an address/)).toBeTruthy();
});

test('a decision that was refused keeps its reason', async () => {
  answers['decisions'] = () => refusal('changed_since', 'Somebody decided it before.');
  await open(SessionsPart, { ...SEARCH, session: `${session.entityId}.${session.id}` });
  fireEvent.change(await screen.findByLabelText('Reason'), { target: { value: 'A visitor' } });
  fireEvent.click(screen.getByRole('button', { name: 'Leave out' }));
  expect(await screen.findByText(/Somebody decided it before\./)).toBeTruthy();
  expect(screen.getByLabelText('Reason')).toHaveProperty('value', 'A visitor');
  expect(posts()[0]?.body).toMatchObject({ kind: 'left-out', reason: 'A visitor' });
});
