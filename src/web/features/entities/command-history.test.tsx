import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { uuid } from '../../testing/samples.ts';
import { neverRead, storedVan } from '../../testing/fleet-entity-samples.ts';
import { show } from '../../testing/render.tsx';
import { CommandHistory } from './command-history.tsx';
import type { EntitySearch } from './entity-search.ts';

const command = (last: number, change: object = {}) => ({
  id: uuid(last),
  entityId: uuid(1),
  status: 'Pending',
  triggerTime: `2026-03-02T14:${String(last).padStart(2, '0')}:00Z`,
  type: 'StopCharging',
  value: null,
  error: null,
  verification: null,
  ...change,
});

const PAGES = [
  {
    data: [
      command(1, { status: 'Failed', error: { title: 'Offline', description: 'No “answer”' } }),
      command(3),
    ],
    meta: { continuationToken: 'two', pageSize: 100 },
  },
  { data: [command(2, { status: 'Humming', type: 'Sing' })], meta: { continuationToken: null } },
];

let asked: { method: string; url: string }[] = [];
let role = 'operator';
let patch: () => Response;
let stored: () => Response;
let away: boolean;
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });

beforeEach(() => {
  asked = [];
  role = 'operator';
  away = false;
  stored = () => json({}, 404);
  patch = () => json(command(3, { status: 'Canceled' }));
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const method = init.method ?? 'GET';
    asked.push({ method, url });
    if (url === '/auth/session') {
      const operator = { id: 'o', name: 'Ada', role };
      return json({
        operator,
        signIn: { demo: [], password: false, setup: false },
        embedded: true,
      });
    }
    if (method === 'PATCH') return patch();
    if (url.startsWith('/api/console/fleet/')) return stored();
    if (away)
      return json(
        {
          code: 'upstream_unavailable',
          source: 'service',
          errors: [],
          upstreamStatus: 503,
          requestId: 'r',
        },
        502,
      );
    return json(url.includes('continuationToken=two') ? PAGES[1] : PAGES[0]);
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const open = (search: EntitySearch = {}, onSearch = () => {}) =>
  show(
    <CommandHistory entityId={uuid(1)} entityName="Van 1" search={search} onSearch={onSearch} />,
  );
const rows = async () =>
  (await screen.findAllByRole('row')).slice(1).map((row) => row.firstElementChild?.textContent);

test('newest first, page after page, with the Service’s messages; a start is sent', async () => {
  await open();
  expect(await rows()).toEqual(['Stop charging', 'Stop charging']);
  expect(screen.getByText('Offline: No “answer”')).toBeTruthy();
  expect(screen.getByText(/2 Commands read; the Service has more for this period/)).toBeTruthy();
  expect(asked.find(({ url }) => url.includes('/commands'))?.url).toMatch(/\?start=.*&end=/);
  fireEvent.click(screen.getByRole('button', { name: 'Read more' }));
  expect(await screen.findByText('3 Commands read, all of this period.')).toBeTruthy();
  expect(await rows()).toEqual(['Stop charging', 'Sing', 'Stop charging']);
});

test('filters apply only to the Commands read, and say so', async () => {
  await open({ status: 'Failed' });
  expect(await rows()).toEqual(['Stop charging']);
  expect(screen.getByText(/^1 of 2 Commands read; the Service has more/)).toBeTruthy();
});

test('an unknown status can be selected once it was read', async () => {
  await open();
  await rows();
  fireEvent.click(screen.getByRole('button', { name: 'Read more' }));
  fireEvent.click(screen.getByRole('button', { name: 'Filter' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Status: Any status' }));
  expect(await screen.findByRole('button', { name: 'Humming' })).toBeTruthy();
});

test('cancellation asks, names the Command, and shows the answer', async () => {
  await open();
  const [offered, ...others] = await screen.findAllByRole('button', { name: /^Cancel “/ });
  expect(others).toEqual([]);
  if (offered === undefined) throw new Error('not offered');
  expect(asked.some(({ method }) => method === 'PATCH')).toBe(false);
  fireEvent.click(offered);
  const dialog = await screen.findByRole('dialog', { name: 'Cancel this Command?' });
  expect(dialog.textContent).toContain('“Stop charging” on Van 1, which triggers 2 Mar 2026');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel “Stop charging”' }));
  expect(
    await screen.findByText(/^Canceled: “Stop charging” will not be carried out/),
  ).toBeTruthy();
  expect(asked.filter(({ method }) => method === 'PATCH')).toHaveLength(1);
});

test('a refusal because of its status shows both messages', async () => {
  patch = () =>
    json(
      {
        code: 'upstream_refused',
        source: 'service',
        errors: [{ code: 'late', message: 'It was sent', description: null }],
        upstreamStatus: 409,
        requestId: 'r',
      },
      409,
    );
  await open();
  fireEvent.click(await screen.findByRole('button', { name: /^Cancel “/ }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.click(within(dialog).getByRole('button', { name: /^Cancel “/ }));
  expect(await within(dialog).findByText(/can be canceled only while it is Pending/)).toBeTruthy();
  expect(within(dialog).getByText('It was sent (late)')).toBeTruthy();
  expect(within(dialog).queryByRole('button', { name: /^Cancel “/ })).toBeNull();
});

test('an operator who may not cancel sees why', async () => {
  role = 'viewer';
  await open();
  const button = await screen.findByRole('button', { name: /^Cancel “/ });
  await expect.poll(() => button.title).toBe('The role viewer may not cancel Commands.');
  fireEvent.click(button);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('invalid dates stop reading and are reported', async () => {
  await open({ commands: 'custom', commandsFrom: '2026-03-02', commandsTo: '2026-03-01' });
  expect(screen.getByRole('alert').textContent).toBe('The first day is after the last day.');
  expect(asked.filter(({ url }) => url.includes('/commands'))).toEqual([]);
});

test('marks a Command of another system, but not one missing from the store', async () => {
  const known = (last: number, mine: boolean) => ({
    command: command(last),
    mine,
    knownAt: '2026-03-02T14:00:00Z',
  });
  stored = () => json(storedVan({ commands: [known(1, false), known(4, true)] }));
  await open();
  expect(await screen.findByText('another system')).toBeTruthy();
  const senders = (await screen.findAllByRole('row'))
    .slice(1)
    .map((row) => row.children[1]?.textContent);
  expect(senders).toEqual(['–', 'another system']);
});

test('stored Commands stay on screen with the failure above them', async () => {
  away = true;
  stored = () => json(storedVan());
  await open({ commands: 'all' });
  expect(await screen.findByText(/^The Commands could not be read now/)).toBeTruthy();
  expect(await rows()).toEqual(['Stop charging', 'Stop charging']);
  expect(screen.getByText('Not plugged in: The vehicle is on the road')).toBeTruthy();
  expect(screen.getByText(/from the console’s store/, { selector: 'span' })).toBeTruthy();
});

test('an Entity never read shows no Commands while the Service does not answer', async () => {
  away = true;
  stored = () => json(neverRead());
  await open();
  expect(await screen.findByText(/^The Commands could not be read:/)).toBeTruthy();
  expect(screen.queryByText(/No Commands/)).toBeNull();
});
