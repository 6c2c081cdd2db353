import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  FleetChoice,
  type FleetFailures,
  type FleetStatus,
} from '../../../contract/console/fleet.ts';
import type { Role } from '../../../contract/console/session.ts';
import { fleetStatusOf as statusOf } from '../../api/fleet-status.ts';
import { FLEET_FAILURES, fleetStatus } from '../../testing/fleet-data-samples.ts';
import { AS_OF } from '../../testing/fleet-samples.ts';
import { show } from '../../testing/render.tsx';
import { answered, Seeded, signedInAs } from '../../testing/story-states.tsx';
import { FleetPage } from './fleet-page.tsx';
import { fleetFailures } from './fleet-failures.tsx';

let asked: FleetChoice[] = [];
let read: FleetStatus;
let listed: FleetFailures;
beforeEach(() => {
  asked = [];
  vi.stubGlobal('fetch', (url: string, { body }: RequestInit) => {
    if (typeof body !== 'string') {
      return Promise.resolve(Response.json(url.includes('failures') ? listed : read));
    }
    asked.push(FleetChoice.parse(JSON.parse(body)));
    return Promise.resolve(Response.json({ reads: 1 }));
  });
});
afterEach(() => vi.unstubAllGlobals());

async function open(status: FleetStatus, role: Role = 'operator') {
  const failures = status.resources.some(({ failed }) => failed > 0) ? [...FLEET_FAILURES] : [];
  read = status;
  listed = { failures, total: failures.length, asOf: AS_OF };
  await show(
    <Seeded
      seeds={[
        signedInAs(role),
        answered(statusOf(), status),
        answered(fleetFailures(undefined, 0), listed),
      ]}
    >
      <FleetPage search={{}} onSearch={() => {}} />
    </Seeded>,
  );
}

test('each resource shows how much of it is known, also lists per Collective', async () => {
  await open(fleetStatus());
  const table = screen.getByRole('table', { name: 'Resources' });
  const row = within(table).getByRole('row', { name: /^Locations/ });
  expect(row.textContent).toContain('148 fresh, 1 never read, 2 failed');
  const members = within(table).getByRole('row', { name: /^Members/ }).textContent;
  expect(members).toContain('of 3 Collectives');
  expect(members).toContain('2 fresh, 1 failed');
});

test('retrying one failed read requests that resource alone', async () => {
  await open(fleetStatus());
  const failure = FLEET_FAILURES.find(({ resource }) => resource === 'locations');
  const name = failure?.name ?? '';
  fireEvent.click(screen.getByRole('button', { name: `Retry: Locations of ${name}` }));
  await screen.findByRole('button', { name: `Requested: Locations of ${name}` });
  expect(asked).toEqual([
    {
      entityIds: [failure?.id],
      collectiveId: null,
      resources: ['locations'],
      only: 'all',
    },
  ]);
});

test('states plainly why the fleet is not read', async () => {
  await open(
    fleetStatus({ isAutomatic: false, paused: { message: 'Shut for today', until: AS_OF } }),
  );
  const reading = screen.getByRole('region', { name: 'Reading' });
  expect(reading.textContent).toContain('Automatic reading is off.');
  expect(reading.textContent).toContain('Shut for today');
});

test('a viewer sees everything, and why there is no refresh', async () => {
  await open(fleetStatus(), 'viewer');
  screen.getByText('The role viewer may not refresh Entities.');
  screen.getByRole('table', { name: 'Failed reads' });
  expect(screen.queryByRole('button', { name: /^(?:Refresh: |Retry)/ })).toBeNull();
});

test('a partly usable list counts as partly read, not as failed', async () => {
  const status = fleetStatus();
  const resources = status.resources.map((row) =>
    row.resource === 'commands' ? { ...row, fresh: 138, partly: 2 } : row,
  );
  await open({ ...status, resources });
  const table = screen.getByRole('table', { name: 'Resources' });
  const row = within(table).getByRole('row', { name: /^Commands/ });
  expect(row.textContent).toContain('138 fresh, 11 stale, 2 partly read');
  expect(row.textContent).not.toContain('failed');
});
