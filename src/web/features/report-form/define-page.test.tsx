import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SavedDefinition } from '../../../contract/console/report-definition.ts';
import { emptyForm, readForm } from '../../../domain/reports/definition-form.ts';
import { linkOf } from '../../../domain/reports/definition-link.ts';
import { FACETS } from '../../testing/fleet-samples.ts';
import { reportRun } from '../../testing/report-samples.ts';
import { collective, uuid } from '../../testing/samples.ts';
import { show } from '../../testing/render.tsx';
import { DefinePage } from './define-page.tsx';
import type { DefineSearch } from './define-search.ts';

const NOW = '2026-03-02T10:00:00Z';
const DEFINITION = readForm({ ...emptyForm('UTC'), types: ['EV'], boundary: 'split' }).definition;
const saved = (version: number): SavedDefinition => {
  if (DEFINITION === null) throw new Error('not whole');
  return {
    id: uuid(70),
    version,
    name: 'All cars',
    definition: DEFINITION,
    savedAt: NOW,
    savedBy: 'Ada',
  };
};

let role = 'operator';
let definitions: SavedDefinition[] = [];
let unknown: string[] = [];
let refusal: Response | null = null;
let entities = 123;
let draftRefusal: Response | null = null;
/** Bodies of the requested drafts; the end of each id is its index here. */
let drafts: unknown[] = [];
let posted: { url: string; body: unknown }[] = [];
let addresses: DefineSearch[] = [];
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });

const problem = (status: number, message: string) =>
  json(
    {
      code: 'invalid_request',
      source: 'console',
      errors: [{ code: null, message, description: null }],
      upstreamStatus: null,
      requestId: 'r',
    },
    status,
  );
/** Drafts removed by the server. */
let lost = new Set<number>();
const gone = () => problem(404, 'There is no such run');
const draftRun = (at: number) => reportRun({ id: uuid(at), draft: true, hash: null });

/** Responses of the console's server. */
function answer(url: string, body: unknown): Response {
  if (url === '/auth/session') {
    return json({
      operator: { id: 'o', name: 'Ada', role },
      signIn: { demo: [], password: false, setup: false },
      embedded: true,
    });
  }
  if (url.includes('facets')) {
    return json(FACETS);
  }
  if (url.endsWith('/collectives')) {
    return json({ collectives: [collective(['EV']).collective], asOf: NOW });
  }
  if (url.endsWith('/scope')) return json({ entities, unknown });
  if (url.endsWith('/tariffs')) return json({ tariffs: [] });
  if (url.endsWith('/definitions') && body === undefined) return json({ definitions });
  if (url.endsWith('/reports/drafts')) {
    drafts.push(body);
    return draftRefusal ?? json(draftRun(drafts.length), 201);
  }
  const [, last] = /\/runs\/.*(\d\d)$/.exec(url) ?? [];
  if (last !== undefined) return lost.has(Number(last)) ? gone() : json(draftRun(Number(last)));
  posted.push({ url, body });
  if (refusal !== null) return refusal;
  const version = definitions.length + 1;
  definitions = [saved(version)];
  return json(saved(version));
}

beforeEach(() => {
  role = 'operator';
  definitions = [];
  unknown = [];
  refusal = null;
  entities = 123;
  draftRefusal = null;
  drafts = [];
  lost = new Set();
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
      onGone={() => {}}
      renderAnswer={({ draft, isOld, grouping }) => (
        <p data-testid="answer">
          {draft === null ? 'none' : draft.id.slice(-2)} {isOld ? 'old' : 'new'} by {grouping}
        </p>
      )}
    />
  );
}

const open = (at: DefineSearch = {}) => show(<Page at={at} />);
const ids = () => screen.getByLabelText('Ids of Entities');
const make = () => screen.findByRole('button', { name: 'Make the report' });
const makeable = async () => {
  const button = await make();
  await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false));
  return button;
};
const answerIs = (text: string) =>
  waitFor(() => expect(screen.getByTestId('answer').textContent).toBe(text));
const openScope = async () =>
  fireEvent.click(await screen.findByRole('button', { name: /123 Entities$|^No Entity chosen/ }));
const parts = async () => {
  await openScope();
  fireEvent.click(await screen.findByRole('button', { name: 'Parts of it' }));
};
const choosePeriod = (name: string) => {
  fireEvent.click(screen.getByRole('button', { name: /^Period: / }));
  fireEvent.click(screen.getByRole('button', { name }));
};

test('shows the whole fleet and last month without being asked, and one press makes the report', async () => {
  await open();
  await answerIs('01 new by entity');
  expect(screen.getByRole('button', { name: 'Whole fleet · 123 Entities' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Period: Last month' })).toBeTruthy();
  expect(drafts).toMatchObject([
    { definition: { scope: { fleet: true }, period: { preset: 'last-month' } }, replaces: null },
  ]);
  expect(addresses).toEqual([]);
  fireEvent.click(await makeable());
  await waitFor(() => expect(posted).toHaveLength(1));
  expect(posted[0]?.body).toMatchObject({
    definition: { scope: { fleet: true }, period: { preset: 'last-month' } },
    draft: uuid(1),
  });
});

test('the figures follow the form, once it has settled', async () => {
  await open();
  await answerIs('01 new by entity');
  choosePeriod('Last week');
  choosePeriod('Yesterday');
  // The old figures stay until then.
  expect(screen.getByTestId('answer').textContent).toBe('01 old by entity');
  await answerIs('02 new by entity');
  expect(drafts).toHaveLength(2);
  expect(drafts[1]).toMatchObject({
    definition: { period: { preset: 'yesterday' } },
    replaces: uuid(1),
  });
});

test('another grouping of the same figures needs no new draft', async () => {
  await open();
  await answerIs('01 new by entity');
  fireEvent.change(screen.getByLabelText('Group by'), { target: { value: 'month' } });
  await answerIs('01 new by month');
  fireEvent.click(await makeable());
  await waitFor(() => expect(posted).toHaveLength(1));
  expect(posted[0]?.body).toMatchObject({ definition: { grouping: 'month' }, draft: uuid(1) });
  expect(drafts).toHaveLength(1);
});

test('a refused draft shows why, and can be retried', async () => {
  draftRefusal = problem(400, 'No such tariff');
  await open();
  expect((await screen.findByRole('alert')).textContent).toContain('No such tariff');
  draftRefusal = null;
  fireEvent.click(screen.getByRole('button', { name: /again|Retry/i }));
  await answerIs('02 new by entity');
  expect(drafts).toHaveLength(2);
});

test('a removed draft is made once more', async () => {
  lost.add(1);
  await open();
  await answerIs('02 new by entity');
  expect(drafts).toHaveLength(2);
});

test('a draft of very many Entities is made only on request, each time', async () => {
  entities = 12_000;
  await open();
  const ask = { name: 'Show the figures of 12,000 Entities' };
  fireEvent.click(await screen.findByRole('button', ask));
  await answerIs('01 new by entity');
  expect(screen.queryByRole('button', ask)).toBeNull();
  choosePeriod('Last week');
  expect(await screen.findByRole('button', ask)).toBeTruthy();
  expect(screen.getByTestId('answer').textContent).toBe('01 old by entity');
  expect(drafts).toHaveLength(1);
  // The report can be made without seeing figures.
  await makeable();
});

test('without an Entity there is nothing to show or make', async () => {
  entities = 0;
  await open();
  expect(await screen.findByText('There is no Entity here.')).toBeTruthy();
  expect((await make()).hasAttribute('disabled')).toBe(true);
  expect(drafts).toEqual([]);
});

test('no draft is made while the form has problems, and unknown ids are named', async () => {
  await open();
  await answerIs('01 new by entity');
  await parts();
  expect(await screen.findAllByText(/No Entity is chosen\./)).toHaveLength(1);
  unknown = [uuid(8)];
  fireEvent.change(ids(), { target: { value: `${uuid(7)} ${uuid(8)} van-7` } });
  expect(await screen.findByText(/^1 invalid id left out: van-7/)).toBeTruthy();
  expect(screen.getByText('2 ids.')).toBeTruthy();
  expect(await screen.findByText(/^1 id is unknown to the directory: 00000000/)).toBeTruthy();
  await answerIs('02 new by entity');
  expect(drafts[1]).toMatchObject({ definition: { scope: { entities: [uuid(7), uuid(8)] } } });
  fireEvent.click(screen.getByRole('button', { name: 'Done' }));
  await makeable();
});

test('input survives a reload, including invalid ids; the address alone has the rest', async () => {
  await open();
  await parts();
  fireEvent.click(await screen.findByRole('checkbox', { name: /Depot/ }));
  fireEvent.change(ids(), { target: { value: `${uuid(7)} van-7` } });
  fireEvent.click(screen.getByRole('button', { name: 'Done' }));
  choosePeriod('Last week');
  fireEvent.click(screen.getByRole('radio', { name: /split between periods/ }));
  await waitFor(() => expect(addresses.at(-1)?.d).toContain(uuid(7)));
  const address = addresses.at(-1) ?? {};

  cleanup();
  await open(address);
  await openScope();
  expect(ids()).toHaveProperty('value', `${uuid(7)} van-7`);
  fireEvent.click(screen.getByRole('button', { name: 'Done' }));
  expect(await screen.findByRole('button', { name: 'Period: Last week' })).toBeTruthy();

  // Another operator opens the link.
  cleanup();
  sessionStorage.clear();
  await open(address);
  expect(screen.getByRole('button', { name: 'Period: Last week' })).toBeTruthy();
  await openScope();
  expect(ids()).toHaveProperty('value', uuid(7));
  expect(await screen.findByRole('checkbox', { name: /Depot/ })).toHaveProperty('checked', true);
  fireEvent.click(screen.getByRole('button', { name: 'Done' }));
  expect(await screen.findByRole('radio', { name: /split between periods/ })).toHaveProperty(
    'checked',
    true,
  );
});

test('a refusal keeps the input and shows the message of the server', async () => {
  refusal = problem(400, 'No such tariff');
  await open();
  await parts();
  fireEvent.click(await screen.findByRole('checkbox', { name: /^EV/ }));
  fireEvent.click(screen.getByRole('button', { name: 'Done' }));
  await answerIs('02 new by entity');
  fireEvent.click(await makeable());
  expect((await screen.findByRole('alert')).textContent).toContain('The report was not made');
  expect(screen.getByText('No such tariff')).toBeTruthy();
  expect(posted[0]?.body).toMatchObject({
    definition: { scope: { types: ['EV'] }, period: { kind: 'preset', preset: 'last-month' } },
    saved: null,
  });
  expect(screen.getByRole('button', { name: 'Type EV · 123 Entities' })).toBeTruthy();
});

test('a definition is saved once, and changed in a new version', async () => {
  await open({ d: linkOf({ ...emptyForm('UTC'), types: ['EV'], boundary: 'split' }).text });
  fireEvent.click(await screen.findByRole('button', { name: 'Save and share' }));
  const save = await screen.findByRole('button', { name: 'Save the definition' });
  expect(save.hasAttribute('disabled')).toBe(true);
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'All cars' } });
  await waitFor(() => expect(save.hasAttribute('disabled')).toBe(false));
  fireEvent.click(save);
  await waitFor(() => expect(addresses.at(-1)).toEqual({ saved: uuid(70) }));
  expect(await screen.findByText(/is saved as version 1\. Nothing has changed/)).toBeTruthy();
  const next = screen.getByRole('button', { name: 'Save as version 2' });
  expect(next.hasAttribute('disabled')).toBe(true);

  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  choosePeriod('Today');
  await waitFor(() => expect(addresses.at(-1)).toMatchObject({ saved: uuid(70) }));
  await waitFor(() => expect(addresses.at(-1)?.d).toContain('today'));
  expect(await screen.findByText(/will not have its name/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Save and share' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Save as version 2' }));
  await waitFor(() => expect(posted).toHaveLength(2));
  expect(posted[1]?.body).toMatchObject({
    id: uuid(70),
    definition: { period: { preset: 'today' } },
  });
});

test('a saved definition runs under its name; a deleted one is reported', async () => {
  definitions = [saved(3)];
  await open({ saved: uuid(70) });
  fireEvent.click(await makeable());
  await waitFor(() => expect(posted).toHaveLength(1));
  expect(posted[0]?.body).toMatchObject({ saved: { id: uuid(70), version: 3 } });

  cleanup();
  definitions = [];
  await open({ saved: uuid(71) });
  expect(await screen.findByText('This definition no longer exists.')).toBeTruthy();
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
  expect(await screen.findByText(/The role viewer may not/)).toBeTruthy();
  const save = screen.getByRole('button', { name: 'Save and share' });
  expect(save.getAttribute('aria-disabled')).toBe('true');
  expect(save.title).toMatch(/^The role viewer may not/);
  fireEvent.click(save);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(await screen.findByRole('button', { name: 'Type EV · 123 Entities' })).toBeTruthy();
  expect(drafts).toEqual([]);
});
