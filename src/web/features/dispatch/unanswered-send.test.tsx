import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { BatchSummary } from '../../../contract/console/batch.ts';
import { batchQuery } from '../../api/batches.ts';
import { show } from '../../testing/render.tsx';
import { batch, row, uuid } from '../../testing/samples.ts';
import { answered, asOperator, seeded } from '../../testing/story-states.tsx';
import { UnansweredSend } from './review-step.tsx';

const SENT_AT = '2026-03-02T14:00:00Z';
const sent = { id: uuid(800), content: '', unansweredAt: null };

async function showSend(unansweredAt: string | null, known?: Partial<BatchSummary>) {
  const page = seeded(
    <UnansweredSend
      intent={{ ...sent, unansweredAt }}
      error={new Error('The console did not answer.')}
    />,
    asOperator(
      known === undefined ? () => {} : answered(batchQuery(sent.id), batch([row(1)], known)),
    ),
  );
  await show(page());
  return screen.getByRole('alert').textContent;
}

test('a request that never left changed nothing, and has no record', async () => {
  expect(await showSend(null)).toContain('No device was changed.');
  expect(screen.queryByRole('link')).toBeNull();
});

test.each([
  ['no record yet', undefined],
  ['one that says it is being sent', { outcome: 'sending' }],
] as const)('with %s, an answer that did not come promises nothing', async (_, known) => {
  const text = await showSend(SENT_AT, known);
  expect(text).toContain('it reaches the devices at most once');
  expect(text).not.toContain('No device was changed');
});

test.each([
  ['accepted', {}],
  ['unknown', { outcome: 'unknown' }],
] as const)('a record that says %s takes the place of the error', async (_, known) => {
  const text = await showSend(SENT_AT, known);
  expect(text).toContain('this is in the console’s records');
  expect(text).not.toContain('Not confirmed');
  expect(screen.getByRole('link', { name: 'Open its record' })).toBeTruthy();
});
