import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ENTITY_BATCH_ROUTES } from '../../../contract/console/entity-batches.ts';
import { FLEET_ENTITY_ROUTES } from '../../../contract/console/fleet-entity.ts';
import { query } from '../../api/query.ts';
import { AS_OF } from '../../testing/fleet-samples.ts';
import { neverRead, type storedVan } from '../../testing/fleet-entity-samples.ts';
import { show } from '../../testing/render.tsx';
import { uuid } from '../../testing/samples.ts';
import { answered, Seeded } from '../../testing/story-states.tsx';
import { OverviewCommands } from './overview-commands.tsx';

const ID = uuid(1);
const BY = { params: { id: ID } };
const open = (stored: ReturnType<typeof storedVan>) =>
  show(
    <Seeded
      seeds={[
        answered(query(ENTITY_BATCH_ROUTES.entityBatches, BY), { batches: [], asOf: AS_OF }),
        answered(query(FLEET_ENTITY_ROUTES.fleetEntity, BY), stored),
      ]}
    >
      <OverviewCommands entityId={ID} />
    </Seeded>,
  );

test('unread Commands do not count as none', async () => {
  await open(neverRead());
  expect(screen.getByText('Those of other systems were not read yet.')).toBeTruthy();
});
