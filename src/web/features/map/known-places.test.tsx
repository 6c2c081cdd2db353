import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { FleetStatus } from '../../../contract/console/fleet.ts';
import { fleetStatusOf as statusOf } from '../../api/fleet-status.ts';
import { fleetStatus, quietStatus } from '../../testing/fleet-data-samples.ts';
import { placeMap } from '../../testing/place-samples.ts';
import { show } from '../../testing/render.tsx';
import { answered, Seeded } from '../../testing/story-states.tsx';
import { KnownPlaces } from './map-page.tsx';
import { mapOf } from './map-queries.ts';

const open = (status: FleetStatus) =>
  show(
    <Seeded seeds={[answered(statusOf(), status), answered(mapOf({}), placeMap())]}>
      <KnownPlaces filter={{}} />
    </Seeded>,
  );
const text = () => screen.getByRole('region', { name: 'Known places' }).textContent;

test('shows how many Entities have known places, how many are on the map, and links to those without', async () => {
  await open(fleetStatus());
  expect(text()).toMatch(
    /^Places of 148 of 151 Entities, 5 on the map, as of .* · 2 could not be read, 1 not/,
  );
  const link = screen.getByRole('link', { name: '2 could not be read, 1 not read yet' });
  expect(link.getAttribute('href')).toBe('/settings/fleet?resource=locations');
});

test('offboarded Entities, whose places the list has too, are counted beside the others', async () => {
  const fresh = quietStatus();
  await open({ ...fresh, offboarded: 1 });
  expect(text()).toMatch(/^Places of 151 of 151 Entities.* · 1 offboarded$/);
  expect(screen.queryByRole('link')).toBeNull();
});

test('a place of a failed read is that of the read before', async () => {
  const { resources, ...rest } = fleetStatus();
  const stale = resources.map((each) => ({ ...each, fresh: 3, stale: 0, failed: 148 }));
  await open({ ...rest, resources: stale });
  expect(text()).toMatch(/^Places of 3 of 151 Entities, 5 on the map, some as read before/);
});

test('without missing places there is no link', async () => {
  await open(quietStatus());
  expect(text()).toMatch(/^Places of 151 of 151 Entities, 5 on the map, as of [^·]*$/);
  expect(screen.queryByRole('link')).toBeNull();
});

test('a read within the last minute shows no separate age', async () => {
  const { resources, asOf, ...rest } = quietStatus();
  const fresh = resources.map((each) => ({ ...each, oldestAt: asOf }));
  await open({ ...rest, asOf, resources: fresh });
  expect(text()).toBe('Places of 151 of 151 Entities, 5 on the map');
});
