import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FleetStatus } from '../../../contract/console/fleet.ts';
import { fleetStatusOf as statusOf } from '../../api/fleet-status.ts';
import { fleetStatus } from '../../testing/fleet-data-samples.ts';
import { show } from '../../testing/render.tsx';
import { answered, asOperator, Seeded } from '../../testing/story-states.tsx';
import { AS_OF } from '../../testing/fleet-samples.ts';
import { FleetPage } from './fleet-page.tsx';

beforeEach(() => vi.stubGlobal('fetch', () => new Promise(() => {})));
afterEach(() => vi.unstubAllGlobals());

const open = (status: FleetStatus) =>
  show(
    <Seeded seeds={[asOperator(answered(statusOf(), status))]}>
      <FleetPage search={{}} onSearch={() => {}} />
    </Seeded>,
  );

test('each resource shows how much of it is known, also lists per Collective', async () => {
  await open(fleetStatus());
  const table = screen.getByRole('table', { name: 'Resources' });
  const row = within(table).getByRole('row', { name: /^Locations/ });
  expect(row.textContent).toContain('148 fresh, 1 never read, 2 failed');
  const members = within(table).getByRole('row', { name: /^Members/ }).textContent;
  expect(members).toContain('of 3 Collectives');
  expect(members).toContain('2 fresh, 1 failed');
});

test('states plainly why the fleet is not read', async () => {
  await open(
    fleetStatus({ isAutomatic: false, paused: { message: 'Shut for today', until: AS_OF } }),
  );
  const reading = screen.getByRole('region', { name: 'Reading' });
  expect(reading.textContent).toContain('Automatic reading is off.');
  expect(reading.textContent).toContain('Shut for today');
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
