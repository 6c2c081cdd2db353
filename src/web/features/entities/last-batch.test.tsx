import { cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../testing/render.tsx';
import { batch, uuid } from '../../testing/samples.ts';
import { LastBatchFacts } from './last-batch.tsx';

const command = (status: string) => ({
  id: uuid(1),
  type: 'StopCharging',
  value: null,
  triggerTime: null,
  status,
  error: null,
  verification: null,
});

test('an Entity whose Command failed is not called accepted', async () => {
  const { batch: mixed } = batch([], {
    memberCount: 60,
    verdictCounts: { failed: 50, verified: 10 },
  });
  await show(<LastBatchFacts entityBatch={{ batch: mixed, commands: [command('Failed')] }} />);
  expect(screen.getByText('Failed')).toBeTruthy();
  expect(screen.getByText('10 of 60 verified, 50 failed')).toBeTruthy();
  expect(screen.queryByText('Accepted')).toBeNull();
});

test('without its own Command only the outcome of sending is shown', async () => {
  const { batch: unknown } = batch([], { memberCount: 60, outcome: 'unknown' });
  await show(<LastBatchFacts entityBatch={{ batch: unknown, commands: [] }} />);
  expect(screen.getByText('Outcome unknown')).toBeTruthy();
  cleanup();
  const { batch: left } = batch([], {
    memberCount: 2,
    unaccounted: 1,
    verdictCounts: { verified: 1 },
  });
  await show(<LastBatchFacts entityBatch={{ batch: left, commands: [] }} />);
  expect(screen.getByText('Outcome unknown')).toBeTruthy();
});
