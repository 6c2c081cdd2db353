import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { show } from '../../testing/render.tsx';
import { uuid } from '../../testing/samples.ts';
import { OthersView } from './others-section.tsx';

const READ = { error: null, isFetching: false, refetch: () => {} };
const round = {
  type: 'LimitFeedIn',
  value: '25000',
  triggerAt: '2026-03-01T11:00:00Z',
  verdictCounts: { verified: 27, failed: 3 },
  collective: { id: uuid(2), name: 'Solar farm' },
};
const data = {
  rounds: { due: [round], planned: [] },
  readOf: { known: 3, of: 3 },
  isBehind: false,
  asOf: '2026-03-02T12:00:00Z',
};

test('a round is one row with its Command, its count and its outcome', async () => {
  await show(<OthersView part="due" data={data} read={READ} />);
  const [, row] = within(screen.getByRole('table', { name: 'Sent by other systems' })).getAllByRole(
    'row',
  );
  expect(row?.textContent).toContain('Limit feed-in to 25,000 W');
  expect(row?.textContent).toContain('30');
  const link = within(row ?? document.body).getByRole('link', { name: 'Solar farm' });
  expect(link.getAttribute('href')).toBe(`/collectives/${uuid(2)}`);
  expect(row?.textContent).toContain('27 of 30 verified, 3 failed');
});

test('hides the section if no other system is known', async () => {
  await show(<OthersView part="planned" data={data} read={READ} />);
  expect(screen.queryByRole('heading')).toBeNull();
});

test('a partial read is neither all nor none', async () => {
  const some = { ...data, readOf: { known: 1, of: 3 } };
  await show(
    <>
      <OthersView part="due" data={some} read={READ} />
      <OthersView part="planned" data={some} read={READ} />
    </>,
  );
  expect(screen.getByText('From 1 of 3 Entities.')).toBeTruthy();
  expect(screen.getByText('Nothing is planned, from 1 of 3 Entities.')).toBeTruthy();
});

test('a count in progress is not "none"', async () => {
  await show(<OthersView part="due" data={{ ...data, rounds: null, readOf: null }} read={READ} />);
  expect(screen.getByRole('heading', { name: 'Sent by other systems' })).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
});
