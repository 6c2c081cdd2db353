import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { uuid } from '../../testing/samples.ts';
import { storedVan } from '../../testing/fleet-entity-samples.ts';
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

let asked: string[] = [];
let stored: () => Response;
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });

beforeEach(() => {
  asked = [];
  stored = () => json({}, 404);
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    if (url.startsWith('/api/console/fleet/')) return stored();
    return json(url.includes('continuationToken=two') ? PAGES[1] : PAGES[0]);
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const open = (search: EntitySearch = {}) =>
  show(
    <CommandHistory entityId={uuid(1)} entityName="Van 1" search={search} onSearch={() => {}} />,
  );
const rows = async () =>
  (await screen.findAllByRole('row')).slice(1).map((row) => row.firstElementChild?.textContent);

test('newest first, page after page, with the Service’s messages; a start is sent', async () => {
  await open();
  expect(await rows()).toEqual(['Stop charging', 'Stop charging']);
  expect(screen.getByText('Offline: No “answer”')).toBeTruthy();
  expect(screen.getByText(/2 Commands read; the Service has more for this period/)).toBeTruthy();
  expect(asked.find((url) => url.includes('/commands'))).toMatch(/\?start=.*&end=/);
  fireEvent.click(screen.getByRole('button', { name: 'Read more' }));
  expect(await screen.findByText('3 Commands read, all of this period.')).toBeTruthy();
  expect(await rows()).toEqual(['Stop charging', 'Sing', 'Stop charging']);
});

test('filters apply only to the Commands read, and say so', async () => {
  await open({ status: 'Failed' });
  expect(await rows()).toEqual(['Stop charging']);
  expect(screen.getByText(/^1 of 2 Commands read; the Service has more/)).toBeTruthy();
});

test('says who sent a Command, unless it is missing from the store, and filters by it', async () => {
  const known = (last: number, sentBy: string, dispatchId: string | null) => ({
    command: command(last),
    sentBy,
    dispatchId,
    knownAt: '2026-03-02T14:00:00Z',
  });
  stored = () =>
    json(
      storedVan({
        commands: [known(1, 'another system', null), known(3, 'Jonas Verbeek', uuid(800))],
      }),
    );
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Read more' }));
  expect(await screen.findByText('another system')).toBeTruthy();
  const senders = (await screen.findAllByRole('row'))
    .slice(1)
    .map((row) => row.children[1]?.textContent);
  expect(senders).toEqual(['Jonas Verbeek', '–', 'another system']);
  cleanup();
  await open({ sender: 'another system' });
  expect(await rows()).toHaveLength(1);
});
