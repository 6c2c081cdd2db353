import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { emptyForm } from '../../../domain/reports/definition-form.ts';
import { linkOf } from '../../../domain/reports/definition-link.ts';
import { FACETS } from '../../testing/fleet-samples.ts';
import { reportRun, reportSums, standing } from '../../testing/report-samples.ts';
import { show } from '../../testing/render.tsx';
import { collective, uuid } from '../../testing/samples.ts';
import { DefinePage } from './define-page.tsx';
import type { DefineSearch } from './define-search.ts';

let role = 'operator';
let refusal: Response | null = null;
let entities = 123;
/** Bodies of the requested drafts; the end of each id is its index here. */
let drafts: unknown[] = [];
let posted: unknown[] = [];
let addresses: DefineSearch[] = [];
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
const draftRun = (at: number) => reportRun({ id: uuid(at), draft: true, hash: null });

/** Responses of the console's server. */
function answer(url: string, body: unknown): Response {
  const [path = ''] = url.split('?');
  const [, run] = /\/runs\/.*(\d\d)$/.exec(path) ?? [];
  if (run !== undefined) return json(draftRun(Number(run)));
  switch (path.split('/').at(-1) ?? '') {
    case 'session':
      return json({
        operator: { id: 'o', name: 'Ada', role },
        signIn: { demo: [], password: false, setup: false },
        embedded: true,
      });
    case 'facets':
      return json(FACETS);
    case 'collectives':
      return json({
        collectives: [collective(['EV']).collective],
        asOf: '2026-03-02T10:00:00Z',
      });
    case 'scope':
      return json({ entities, unknown: [] });
    case 'tariffs':
      return json({ tariffs: [] });
    case 'definitions':
      return json({ definitions: [] });
    case 'drafts':
      drafts.push(body);
      return json(draftRun(drafts.length), 201);
    case 'groups':
      return json({
        grouping: 'entity',
        groups: [],
        count: 0,
        totals: [reportSums('12')],
        doubtful: [],
        stand: standing(draftRun(1)),
      });
    case 'series':
      return json({ grain: 'day', by: 'entity', unit: 'kWh', groups: [], points: [] });
    case 'before':
      return json({ state: 'adding', from: '2026-01-01', to: '2026-01-31' });
    default:
      posted.push(body);
      return refusal ?? json(reportRun());
  }
}

beforeEach(() => {
  role = 'operator';
  refusal = null;
  entities = 123;
  drafts = [];
  posted = [];
  addresses = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) =>
    answer(url, typeof init.body === 'string' ? JSON.parse(init.body) : undefined),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
});

function Page({ at }: { at: DefineSearch }) {
  const [search, setSearch] = useState(at);
  return (
    <DefinePage
      search={search}
      onSearch={(next) => {
        addresses.push(next);
        setSearch(next);
      }}
      onBegun={() => {}}
    />
  );
}

const open = (at: DefineSearch = {}) => show(<Page at={at} />);
const make = () => screen.findByRole('button', { name: 'Make the report' });
const makeable = async () => {
  const button = await make();
  await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false));
  return button;
};
/** The figures are of the newest of so many drafts, or of an earlier choice. */
const figuresAre = (isOld: boolean, count: number) =>
  waitFor(() => {
    const region = screen.getByRole('region', { name: 'Answer' });
    expect(region.getAttribute('aria-busy')).toBe(String(isOld));
    expect(drafts).toHaveLength(count);
  });
const choosePeriod = async (name: string) => {
  fireEvent.click(screen.getByRole('button', { name: /^Period: / }));
  fireEvent.click(await screen.findByRole('button', { name }));
};

test('shows the whole fleet and last month without being asked, and one press makes the report', async () => {
  await open();
  await figuresAre(false, 1);
  expect(screen.getByRole('button', { name: 'Whole fleet · 123 Entities' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Period: Last month' })).toBeTruthy();
  expect(drafts).toMatchObject([
    { definition: { scope: { fleet: true }, period: { preset: 'last-month' } }, replaces: null },
  ]);
  expect(addresses).toEqual([]);
  fireEvent.click(await makeable());
  await waitFor(() => expect(posted).toHaveLength(1));
  expect(posted[0]).toMatchObject({
    definition: { scope: { fleet: true }, period: { preset: 'last-month' } },
    draft: uuid(1),
  });
});

test('a draft of very many Entities is made only on request, each time', async () => {
  entities = 12_000;
  await open();
  const ask = { name: 'Show the figures of 12,000 Entities' };
  fireEvent.click(await screen.findByRole('button', ask));
  await figuresAre(false, 1);
  expect(screen.queryByRole('button', ask)).toBeNull();
  await choosePeriod('Last week');
  expect(await screen.findByRole('button', ask)).toBeTruthy();
  await figuresAre(true, 1);
  // The report can be made without seeing figures.
  await makeable();
});

test('a refusal keeps the input and shows the message of the server', async () => {
  const errors = [{ code: null, message: 'No such tariff', description: null }];
  refusal = json(
    { code: 'invalid_request', source: 'console', errors, upstreamStatus: null, requestId: 'r' },
    400,
  );
  await open();
  fireEvent.click(await screen.findByRole('button', { name: /123 Entities$/ }));
  fireEvent.click(await screen.findByRole('button', { name: 'Parts of it' }));
  fireEvent.click(await screen.findByRole('checkbox', { name: /^EV/ }));
  fireEvent.click(screen.getByRole('button', { name: 'Done' }));
  await figuresAre(false, 2);
  fireEvent.click(await makeable());
  expect((await screen.findByRole('alert')).textContent).toContain('The report was not made');
  expect(screen.getByText('No such tariff')).toBeTruthy();
  expect(posted[0]).toMatchObject({
    definition: { scope: { types: ['EV'] }, period: { kind: 'preset', preset: 'last-month' } },
    saved: null,
  });
  expect(screen.getByRole('button', { name: 'Type EV · 123 Entities' })).toBeTruthy();
});

test('a link that leaves out ids is not run as if it were complete', async () => {
  const many = Array.from({ length: 500 }, (_, at) => uuid(at)).join(' ');
  await open({ d: linkOf({ ...emptyForm('UTC'), types: ['EV'], ids: many }).text });
  expect(await screen.findByText(/leaves out 500 ids that do not fit/)).toBeTruthy();
  const button = await make();
  expect(button.hasAttribute('disabled')).toBe(true);
  expect(drafts).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Continue without the missing ids' }));
  await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false));
});

test('a viewer sees why not', async () => {
  role = 'viewer';
  await open({ d: linkOf({ ...emptyForm('UTC'), types: ['EV'] }).text });
  expect((await make()).getAttribute('aria-disabled')).toBe('true');
  expect((await make()).title).toMatch(/The role viewer may not/);
  const save = screen.getByRole('button', { name: 'Save and share' });
  expect(save.getAttribute('aria-disabled')).toBe('true');
  expect(save.title).toMatch(/^The role viewer may not/);
  fireEvent.click(save);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(await screen.findByRole('button', { name: 'Type EV · 123 Entities' })).toBeTruthy();
  expect(drafts).toEqual([]);
});
