import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noteQuery } from '../../api/query.ts';
import { storedVan } from '../../testing/fleet-entity-samples.ts';
import { show } from '../../testing/render.tsx';
import { uuid } from '../../testing/samples.ts';
import { answered, asOperator, pages, Seeded, type Seed } from '../../testing/story-states.tsx';
import { requestPages } from '../offboarding/use-requests.ts';
import { OverviewTab } from './overview-tab.tsx';
import { capacityOf, featuresOf, fleetEntity, locationPages } from './entities-queries.ts';

const ID = uuid(1);
const NO_PAGES = pages({}, { data: [] });
const READ = asOperator(
  answered(fleetEntity(ID), storedVan({ knownFrom: null })),
  answered(featuresOf(ID), []),
  answered(capacityOf(ID), { batteryCapacity: 77 }),
  answered(locationPages(ID), NO_PAGES),
  answered(requestPages, NO_PAGES),
);

beforeEach(() => {
  vi.stubGlobal('fetch', async () => Response.error());
});
afterEach(() => vi.unstubAllGlobals());

const open = (...seeds: Seed[]) =>
  show(
    <Seeded seeds={[READ, ...seeds]}>
      <OverviewTab entityId={ID} onSearch={() => {}} />
    </Seeded>,
  );

test('no request found does not mean none if some were left out', async () => {
  const note = { leftOut: 'One item cannot be used.', stale: null };
  await open(answered(noteQuery(requestPages.queryKey), note));
  expect(await screen.findByText('None found so far')).toBeTruthy();
});
