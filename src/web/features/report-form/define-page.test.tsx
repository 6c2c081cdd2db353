import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SavedDefinition } from '../../../contract/console/report-definition.ts';
import { emptyForm, readForm } from '../../../domain/reports/definition-form.ts';
import { linkOf } from '../../../domain/reports/definition-link.ts';
import { FACETS } from '../../testing/fleet-samples.ts';
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
let posted: { url: string; body: unknown }[] = [];
let addresses: DefineSearch[] = [];
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });

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
  if (url.endsWith('/scope')) return json({ entities: 123, unknown });
  if (url.endsWith('/tariffs')) return json({ tariffs: [] });
  if (url.endsWith('/definitions') && body === undefined) return json({ definitions });
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
    />
  );
}

const open = (at: DefineSearch = {}) => show(<Page at={at} />);
const ids = () => screen.getByLabelText('Ids of Entities');
const reading = () => screen.findByRole('button', { name: 'Make the report of 123 Entities' });
const parts = async () =>
  fireEvent.click(await screen.findByRole('button', { name: 'Parts of it' }));

test('one press makes a report of the whole fleet and the last month', async () => {
  await open();
  const button = await reading();
  await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false));
  expect(screen.getByRole('button', { name: 'Period: Last month' })).toBeTruthy();
  expect(addresses).toEqual([]);
  fireEvent.click(button);
  await waitFor(() => expect(posted).toHaveLength(1));
  expect(posted[0]?.body).toMatchObject({
    definition: { scope: { fleet: true }, period: { preset: 'last-month' } },
  });
});

test('nothing can be read before Entities are chosen, and unknown ids are named', async () => {
  await open();
  await parts();
  expect(await screen.findAllByText(/No Entity is chosen\./)).toHaveLength(1);
  unknown = [uuid(8)];
  fireEvent.change(ids(), { target: { value: `${uuid(7)} ${uuid(8)} van-7` } });
  expect(await screen.findByText(/^1 invalid id left out: van-7/)).toBeTruthy();
  expect(screen.getByText('2 ids.')).toBeTruthy();
  expect(await screen.findByText(/^1 id is unknown to the directory: 00000000/)).toBeTruthy();
  const button = await reading();
  await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false));
});

test('input survives a reload, including invalid ids; an address alone holds the rest', async () => {
  await open();
  await parts();
  fireEvent.click(await screen.findByRole('checkbox', { name: /Depot/ }));
  fireEvent.click(screen.getByRole('button', { name: /^Period: / }));
  fireEvent.click(screen.getByRole('button', { name: 'Last week' }));
  fireEvent.click(screen.getByRole('radio', { name: /split between periods/ }));
  fireEvent.change(ids(), { target: { value: `${uuid(7)} van-7` } });
  await waitFor(() => expect(addresses.at(-1)?.d).toContain(uuid(7)));
  const address = addresses.at(-1) ?? {};

  cleanup();
  await open(address);
  expect(ids()).toHaveProperty('value', `${uuid(7)} van-7`);
  expect(screen.getByRole('button', { name: 'Period: Last week' })).toBeTruthy();

  // Another operator opens the link.
  cleanup();
  sessionStorage.clear();
  await open(address);
  expect(ids()).toHaveProperty('value', uuid(7));
  expect(screen.getByRole('button', { name: 'Period: Last week' })).toBeTruthy();
  expect(await screen.findByRole('checkbox', { name: /Depot/ })).toHaveProperty('checked', true);
  expect(screen.getByRole('radio', { name: /split between periods/ })).toHaveProperty(
    'checked',
    true,
  );
});

test('a refusal keeps the input and shows the message of the server', async () => {
  refusal = json(
    {
      code: 'invalid_request',
      source: 'console',
      errors: [{ code: null, message: 'No such tariff', description: null }],
      upstreamStatus: null,
      requestId: 'r',
    },
    400,
  );
  await open();
  await parts();
  fireEvent.click(await screen.findByRole('checkbox', { name: /^EV/ }));
  const button = await reading();
  await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false));
  fireEvent.click(button);
  expect((await screen.findByRole('alert')).textContent).toContain('The report was not started');
  expect(screen.getByText('No such tariff')).toBeTruthy();
  expect(posted[0]?.body).toMatchObject({
    definition: { scope: { types: ['EV'] }, period: { kind: 'preset', preset: 'last-month' } },
    saved: null,
  });
  expect(screen.getByRole('checkbox', { name: /^EV/ })).toHaveProperty('checked', true);
});

test('a definition is saved once, and changed in a new version', async () => {
  await open({ d: linkOf({ ...emptyForm('UTC'), types: ['EV'], boundary: 'split' }).text });
  const save = await screen.findByRole('button', { name: 'Save the definition' });
  expect(save.hasAttribute('disabled')).toBe(true);
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'All cars' } });
  await waitFor(() => expect(save.hasAttribute('disabled')).toBe(false));
  fireEvent.click(save);
  await waitFor(() => expect(addresses.at(-1)).toEqual({ saved: uuid(70) }));
  expect(await screen.findByText(/is saved as version 1\. Nothing has changed/)).toBeTruthy();
  const next = screen.getByRole('button', { name: 'Save as version 2' });
  expect(next.hasAttribute('disabled')).toBe(true);

  fireEvent.click(screen.getByRole('button', { name: /^Period: / }));
  fireEvent.click(screen.getByRole('button', { name: 'Today' }));
  await waitFor(() => expect(addresses.at(-1)).toMatchObject({ saved: uuid(70) }));
  await waitFor(() => expect(addresses.at(-1)?.d).toContain('today'));
  expect(await screen.findByText(/will not have its name/)).toBeTruthy();
  fireEvent.click(next);
  await waitFor(() => expect(posted).toHaveLength(2));
  expect(posted[1]?.body).toMatchObject({
    id: uuid(70),
    definition: { period: { preset: 'today' } },
  });
});

test('a saved definition runs under its name; a deleted one is reported', async () => {
  definitions = [saved(3)];
  await open({ saved: uuid(70) });
  const button = await reading();
  await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false));
  fireEvent.click(button);
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
  const button = await reading();
  expect(button.hasAttribute('disabled')).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Continue without the missing ids' }));
  await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false));
});

test('a viewer sees why not', async () => {
  role = 'viewer';
  await open({ d: linkOf({ ...emptyForm('UTC'), types: ['EV'] }).text });
  const button = await reading();
  expect(button.hasAttribute('disabled')).toBe(true);
  expect(screen.getAllByText(/The role viewer may not/).length).toBeGreaterThan(1);
});
