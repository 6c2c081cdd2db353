import { useQueryClient } from '@tanstack/react-query';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { FleetStatus } from '../../../contract/console/fleet.ts';
import { fleetStatusOf } from '../../api/fleet-status.ts';
import { fleetStatus } from '../../testing/fleet-status-samples.ts';
import { show } from '../../testing/render.tsx';
import { answered, Seeded } from '../../testing/story-states.tsx';
import { FleetLine } from './fleet-line.tsx';

const PAUSED = { message: 'No connection.', until: '2026-03-02T14:00:00Z' };
const PAUSED_STATUS = fleetStatus({ never: 443, due: 0, paused: PAUSED });

async function lineOf(status: FleetStatus): Promise<string | null> {
  await show(
    <Seeded seeds={[answered(fleetStatusOf(), status)]}>
      <FleetLine />
    </Seeded>,
  );
  return screen.queryByRole('region', { name: 'Reading the fleet' })?.textContent ?? null;
}

test('a pause shows its reason, even if nothing is due because of it', async () => {
  expect(await lineOf(PAUSED_STATUS)).toMatch(/paused at [\d,]+ of [\d,]+ reads: No connection\./);
});

test('a pause does not show if the console does not read on its own', async () => {
  expect(await lineOf({ ...PAUSED_STATUS, isAutomatic: false })).toBeNull();
  expect(await lineOf({ ...PAUSED_STATUS, isAutomatic: false, due: 3 })).toContain(
    'No connection.',
  );
});

test('after the first read the line stays while the page is open; later visits do not show it', async () => {
  const whole = fleetStatus({ never: 0, due: 0 });
  function ReadAll() {
    const client = useQueryClient();
    const { queryKey } = fleetStatusOf();
    return <button onClick={() => client.setQueryData(queryKey, whole)}>Read all</button>;
  }
  await show(
    <Seeded seeds={[answered(fleetStatusOf(), fleetStatus({ never: 443, due: 40 }))]}>
      <ReadAll />
      <FleetLine />
    </Seeded>,
  );
  const line = () => screen.queryByRole('region', { name: 'Reading the fleet' })?.textContent;
  expect(line()).toContain('Reading the fleet for the first time');
  fireEvent.click(screen.getByRole('button', { name: 'Read all' }));
  await screen.findByText(/^The first read of the fleet is complete/);
  cleanup();
  expect(await lineOf(whole)).toBeNull();
});
