import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { FLEET_ENTITY_ROUTES } from '../../../contract/console/fleet-entity.ts';
import { query } from '../../api/query.ts';
import { neverRead, storedVan } from '../../testing/fleet-entity-samples.ts';
import { show } from '../../testing/render.tsx';
import { uuid } from '../../testing/samples.ts';
import { answered, Seeded } from '../../testing/story-states.tsx';
import { OverviewCommands } from './overview-energy.tsx';

const ID = uuid(1);
const BY = { params: { id: ID } };
const open = (stored: ReturnType<typeof storedVan>) =>
  show(
    <Seeded seeds={[answered(query(FLEET_ENTITY_ROUTES.fleetEntity, BY), stored)]}>
      <OverviewCommands entityId={ID} />
    </Seeded>,
  );

test('unread Commands do not count as none', async () => {
  await open(neverRead());
  expect(screen.getByText('Those of other systems were not read yet.')).toBeTruthy();
});

test('Commands of all systems are one list, newest first, with a dispatch that may have reached it', async () => {
  const lost = {
    dispatchId: uuid(801),
    sentBy: 'Ada Bakker',
    items: [{ type: 'Reset', value: null, triggerTime: null, plannedAs: null }],
    outcome: 'unknown' as const,
    createdAt: '2026-03-02T23:00:00Z',
  };
  await open(storedVan({ openDispatches: [lost] }));
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows[0]).toMatch(/Outcome unknown.*Reset.*Ada Bakker/);
  expect(rows.slice(1).map((text) => /another system|Jonas Verbeek/.exec(text)?.[0])).toEqual([
    'Jonas Verbeek',
    'another system',
  ]);
});
