import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { entityBatchesQuery } from '../../api/batches.ts';
import { fleetEntityQuery } from '../../api/fleet-entity.ts';
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
const BATCHES = answered(entityBatchesQuery(ID), { batches: [], asOf: AS_OF });

const open = (...seeds: Seed[]) =>
  show(
    <Seeded seeds={[asOperator(...seeds)]}>
      <OverviewTab entityId={ID} offboardingState="None requested" onSearch={() => {}} />
    </Seeded>,
  );
const cards = () => screen.queryAllByRole('region').length;

test('cards are drawn together, once the store says how high they are', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  await open(BATCHES);
  expect(screen.getByLabelText('Reading the overview')).toBeTruthy();
  expect(cards()).toBe(0);
  cleanup();
  await open(BATCHES, answered(fleetEntityQuery(ID), storedVan()));
  expect(cards()).toBe(5);
});

test('a store that does not answer holds no card back', async () => {
  // The first try fails, and the next one does not end.
  let isFirst = true;
  vi.stubGlobal('fetch', (url: string) => {
    if (!url.includes('/fleet/') || !isFirst) return new Promise(() => {});
    isFirst = false;
    return Promise.reject(new TypeError('away'));
  });
  await open(BATCHES);
  expect(await screen.findAllByRole('region')).toHaveLength(5);
});
