import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ENTITY_BATCH_ROUTES } from '../../../contract/console/entity-batches.ts';
import { FLEET_ENTITY_ROUTES } from '../../../contract/console/fleet-entity.ts';
import { ENDPOINTS } from '../../../contract/endpoints.ts';
import { noteLeftOut } from '../../api/left-out.ts';
import { query } from '../../api/query.ts';
import { storedVan } from '../../testing/fleet-entity-samples.ts';
import { AS_OF } from '../../testing/fleet-samples.ts';
import { show } from '../../testing/render.tsx';
import { uuid } from '../../testing/samples.ts';
import { DEPOT } from '../../testing/session-samples.ts';
import { answered, asOperator, pages, Seeded } from '../../testing/story-states.tsx';
import { locationPages } from './entities-queries.ts';
import { OverviewTab } from './overview-tab.tsx';

const ID = uuid(77);
const BY = { params: { id: ID } };
const path = (list: string) => `/v1/entities/${ID}/${list}`;

test('a card of the overview shows what its live read left out', async () => {
  noteLeftOut(path('features'), 'One feature cannot be used.', true);
  noteLeftOut(path('locations'), 'One place cannot be used.', true);
  const read = asOperator(
    answered(query(FLEET_ENTITY_ROUTES.fleetEntity, BY), storedVan({ id: ID })),
    answered(query(ENTITY_BATCH_ROUTES.entityBatches, BY), { batches: [], asOf: AS_OF }),
    answered(query(ENDPOINTS.listFeatures, { params: { entityId: ID } }), [
      { feature: 'CaptureChargeSessions', isEnabled: true },
    ]),
    answered(locationPages(ID), pages({}, { data: [DEPOT] })),
  );
  await show(
    <Seeded seeds={[read]}>
      <OverviewTab entityId={ID} offboardingState="None requested" onSearch={() => {}} />
    </Seeded>,
  );
  const textOf = (name: string) => screen.getByRole('region', { name }).textContent;
  expect(textOf('Settings')).toContain('One feature cannot be used.');
  expect(textOf('Places')).toContain('One place cannot be used.');
  for (const list of ['features', 'locations']) noteLeftOut(path(list), null, true);
});
