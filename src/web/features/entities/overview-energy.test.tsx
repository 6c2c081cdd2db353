import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { FleetEntity } from '../../../contract/console/fleet-entity.ts';
import { energyDays } from '../../testing/fact-samples.ts';
import { neverRead, storedVan } from '../../testing/fleet-entity-samples.ts';
import { show } from '../../testing/render.tsx';
import { uuid } from '../../testing/samples.ts';
import { answered, Seeded } from '../../testing/story-states.tsx';
import { useQuery } from '@tanstack/react-query';
import { OverviewEnergy } from './overview-energy.tsx';
import { fleetEntity } from './entities-queries.ts';

function OfVan() {
  return <OverviewEnergy stored={useQuery(fleetEntity(uuid(1)))} type="EV" onSearch={() => {}} />;
}

const open = (entity: FleetEntity) =>
  show(
    <Seeded seeds={[answered(fleetEntity(uuid(1)), entity)]}>
      <OfVan />
    </Seeded>,
  );

test('the sum of 30 days says what it leaves out, and leads to what is in doubt', async () => {
  const leftOut = { otherUnits: 1, withoutEnergy: 2, doubtful: 3 };
  await open(storedVan({ energy: { ...energyDays(8), value: 240.5, leftOut } }));
  expect(await screen.findByText(/^240.50? kWh$/)).toBeTruthy();
  expect(screen.getByText('+3 not counted')).toBeTruthy();
  expect(screen.getByRole('link', { name: '3 doubtful' }).getAttribute('href')).toContain(
    'odd=doubtful',
  );
});

test('sessions without energy are not none', async () => {
  const leftOut = { otherUnits: 0, withoutEnergy: 2, doubtful: 0 };
  await open(storedVan({ energy: { ...energyDays(8), value: null, sessions: 2, leftOut } }));
  expect(await screen.findByText('No energy')).toBeTruthy();
  expect(screen.getByText('+2 not counted')).toBeTruthy();
  expect(screen.queryByText('None in the last 30 days')).toBeNull();
});

test('never read is not none', async () => {
  await open(neverRead());
  expect(await screen.findByText('The charge sessions were not read yet.')).toBeTruthy();
});
