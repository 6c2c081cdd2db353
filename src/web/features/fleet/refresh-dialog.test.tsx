import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FleetChoice } from '../../../contract/console/fleet.ts';
import { show } from '../../testing/render.tsx';
import { uuid } from '../../testing/samples.ts';
import { RefreshDialog } from './refresh-dialog.tsx';

/** Requests to the server, by the end of their path. */
let asked: { path: string; choice: FleetChoice }[] = [];
const costs = () => asked.filter(({ path }) => path.endsWith('refresh-cost'));
const refreshes = () => asked.filter(({ path }) => path.endsWith('/refresh'));

beforeEach(() => {
  asked = [];
  vi.stubGlobal('fetch', (url: string, { body }: RequestInit) => {
    const choice = FleetChoice.parse(typeof body === 'string' ? JSON.parse(body) : null);
    asked.push({ path: url, choice });
    const requests = choice.only === 'failed' ? 0 : choice.resources.length;
    return Promise.resolve(
      Response.json({ entities: requests === 0 ? 0 : 1, requests, seconds: 2 }),
    );
  });
});
afterEach(() => vi.unstubAllGlobals());

const open = () =>
  show(
    <RefreshDialog
      target={{ kind: 'entities', ids: [uuid(1)], name: 'Van 1' }}
      onClose={() => {}}
    />,
  );

test('shows the cost before the request, and sends the choice once', async () => {
  await open();
  await screen.findByText('1 Entity, at least 5 requests, about 2 s');
  expect(refreshes()).toEqual([]);
  fireEvent.click(screen.getByLabelText('Commands'));
  await screen.findByText('1 Entity, at least 4 requests, about 2 s');
  fireEvent.click(screen.getByRole('button', { name: 'Refresh 1 Entity' }));
  await screen.findByText(/^Requested: 1 Entity/);
  expect(refreshes().map(({ choice }) => choice)).toEqual([
    {
      entityIds: [uuid(1)],
      collectiveId: null,
      resources: ['locations', 'features', 'capacity', 'sessions'],
      only: 'all',
    },
  ]);
  expect(screen.queryByRole('button', { name: /^Refresh/ })).toBeNull();
});

test('older sessions are read only if chosen', async () => {
  await open();
  await waitFor(() => expect(costs()).toHaveLength(1));
  expect(costs()[0]?.choice.resources).not.toContain('history');
});

test('a choice without reads cannot be refreshed', async () => {
  await open();
  await screen.findByText(/at least 5 requests/);
  fireEvent.click(screen.getByRole('button', { name: 'Failed or partly read' }));
  await screen.findByText('There is nothing to read.');
  expect(screen.getByRole('button', { name: /^Refresh/ }).hasAttribute('disabled')).toBe(true);
});
