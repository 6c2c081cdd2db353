import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { BATCH_ROUTES } from '../../../contract/console/batch-routes.ts';
import { query } from '../../api/query.ts';
import { ENDED, SEEN_AT, vanBatch } from '../../testing/batch-samples.ts';
import { show } from '../../testing/render.tsx';
import { answered, asOperator, seeded } from '../../testing/story-states.tsx';
import { BatchRetry, type Failures } from './batch-retry.tsx';

const { batch } = vanBatch(ENDED);
const outlook = {
  failed: 5,
  unknown: 0,
  others: 55,
  members: 60,
  alternatives: [],
  asOf: SEEN_AT,
};

async function open(failures: Failures, items = batch.items) {
  const onSearch = vi.fn<(change: object) => void>();
  const read = answered(query(BATCH_ROUTES.retryOutlook, { params: { id: batch.id } }), outlook);
  const view = <BatchRetry batch={{ ...batch, items }} failures={failures} onSearch={onSearch} />;
  await show(seeded(view, asOperator(), read)());
  return onSearch;
}

const pressErrors = () => fireEvent.click(screen.getByRole('button', { name: /^Check the/ }));

test('failed and not verified Commands keep the counts of their tiles', async () => {
  const onSearch = await open({ members: { failed: 3, disproven: 2 }, strangers: {} });
  expect(
    screen.getByText(
      '3 failed, 2 not verified. Sending again also commands the 55 other Entities.',
    ),
  ).toBeTruthy();
  // No single filter shows both; grouped by cause they are on top.
  pressErrors();
  expect(onSearch).toHaveBeenLastCalledWith(
    expect.objectContaining({ group: 'cause', verdict: undefined }),
  );
});

test('Commands that are only not verified have their own filter', async () => {
  const onSearch = await open({ members: { disproven: 5 }, strangers: {} });
  expect(screen.getByText(/^5 not verified\. Sending/)).toBeTruthy();
  pressErrors();
  expect(onSearch).toHaveBeenLastCalledWith(expect.objectContaining({ verdict: 'disproven' }));
});

test('Commands of a schedule are counted separately from Entities, and so are those also commanded', async () => {
  const items = [...batch.items, ...batch.items];
  await open({ members: { failed: 8 }, strangers: { failed: 1 } }, items);
  expect(
    screen.getByText(/^8 failed on 5 Entities; of those also commanded: 1 failed\./),
  ).toBeTruthy();
});
