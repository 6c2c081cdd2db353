import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { ENTITY_BATCH_ROUTES } from '../../../contract/console/entity-batches.ts';
import { FLEET_ENTITY_ROUTES } from '../../../contract/console/fleet-entity.ts';
import { query } from '../../api/query.ts';
import { storedVan } from '../../testing/fleet-entity-samples.ts';
import { AS_OF } from '../../testing/fleet-samples.ts';
import { show } from '../../testing/render.tsx';
import { uuid } from '../../testing/samples.ts';
import { answered, asOperator, Seeded, type Seed } from '../../testing/story-states.tsx';
import { OverviewTab } from './overview-tab.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const ID = uuid(1);
const BY = { params: { id: ID } };
const BATCHES = answered(query(ENTITY_BATCH_ROUTES.entityBatches, BY), {
  batches: [],
  asOf: AS_OF,
});

const open = (...seeds: Seed[]) =>
  show(
    <Seeded seeds={[asOperator(...seeds)]}>
      <OverviewTab entityId={ID} offboardingState="None requested" onSearch={() => {}} />
    </Seeded>,
  );
const cards = () => screen.queryAllByRole('region').length;

test('cards appear together, once the store gives their heights', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  await open(BATCHES);
  expect(screen.getByLabelText('Reading the overview')).toBeTruthy();
  expect(cards()).toBe(0);
  cleanup();
  await open(BATCHES, answered(query(FLEET_ENTITY_ROUTES.fleetEntity, BY), storedVan()));
  expect(cards()).toBe(5);
});

test('a failing store does not hold back any card', async () => {
  // The first attempt fails, and the next one never ends.
  let isFirst = true;
  vi.stubGlobal('fetch', (url: string) => {
    if (!url.includes('/fleet/') || !isFirst) return new Promise(() => {});
    isFirst = false;
    return Promise.reject(new TypeError('away'));
  });
  await open(BATCHES);
  expect(await screen.findAllByRole('region')).toHaveLength(5);
});
