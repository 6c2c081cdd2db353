import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noteQuery } from '../../api/query.ts';
import { storedVan } from '../../testing/fleet-entity-samples.ts';
import { show } from '../../testing/render.tsx';
import { problem, uuid } from '../../testing/samples.ts';
import {
  answered,
  asOperator,
  pages,
  saidLast,
  Seeded,
  type Seed,
} from '../../testing/story-states.tsx';
import { requestPages } from '../offboarding/use-requests.ts';
import { OverviewTab } from './overview-tab.tsx';
import { capacityOf, featuresOf, fleetEntity, locationPages } from './use-known.ts';

const ID = uuid(1);
const AWAY = problem('upstream_unavailable', 502, 'Back at four', 'service', 503);
const NO_PAGES = pages({}, { data: [] });
const READ = asOperator(
  answered(fleetEntity(ID), storedVan({ knownFrom: null })),
  answered(featuresOf(ID), []),
  answered(capacityOf(ID), { batteryCapacity: 77 }),
  answered(locationPages(ID), NO_PAGES),
  answered(requestPages, NO_PAGES),
);
let asked: string[] = [];

beforeEach(() => {
  asked = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return Response.error();
  });
});
afterEach(() => vi.unstubAllGlobals());

const open = (...seeds: Seed[]) =>
  show(
    <Seeded seeds={[READ, ...seeds]}>
      <OverviewTab entityId={ID} onSearch={() => {}} />
    </Seeded>,
  );

test('a refresh asks the Service for what is shown, and shows that it failed', async () => {
  await open();
  asked = [];
  fireEvent.click(await screen.findByRole('button', { name: /^Refresh(ing)? this Entity$/ }));
  const parts = ['/features', '/battery-capacity', '/locations', '/offboarding', '/fleet/refresh'];
  await waitFor(() =>
    expect(parts.filter((part) => !asked.some((url) => url.includes(part)))).toEqual([]),
  );
  expect(await screen.findByText(/^Could not refresh since/)).toBeTruthy();
});

test('what the Service said last of the capacity and the requests has its age', async () => {
  await open(
    saidLast(capacityOf(ID), { batteryCapacity: 77 }, AWAY),
    saidLast(requestPages, NO_PAGES, AWAY),
  );
  expect(await screen.findByText('None requested')).toBeTruthy();
  expect(screen.getAllByText(/from the console’s store/)).toHaveLength(2);
});

test('no request found does not mean none if some were left out', async () => {
  const note = { leftOut: 'One item cannot be used.', stale: null };
  await open(answered(noteQuery(requestPages.queryKey), note));
  expect(await screen.findByText('None found so far')).toBeTruthy();
});
