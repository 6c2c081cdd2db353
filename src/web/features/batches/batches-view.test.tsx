import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { BatchSummary } from '../../../contract/console/batch.ts';
import { batch, problem, uuid } from '../../testing/samples.ts';
import { show } from '../../testing/render.tsx';
import { narrowBatch } from './batches-table.tsx';
import { BatchesView } from './batches-view.tsx';

const NOW = Date.parse('2026-03-02T20:00:00Z');
const of = (last: number, change: Partial<BatchSummary>) =>
  batch([], { id: uuid(last), settled: true, ...change }).batch;

const props = {
  batches: [],
  running: [],
  asOf: '2026-03-02T20:00:00Z',
  error: null,
  fetching: false,
  onRefresh: () => {},
  more: false,
  onOlder: () => {},
  narrowed: false,
  zone: 'UTC',
  nowMs: NOW,
  live: 'live',
  filters: null,
} as const;

test('running batches are only at the top; the others by day', async () => {
  const running = of(1, { createdAt: '2026-03-02T10:00:00Z', settled: false });
  const unknown = of(2, {
    createdAt: '2026-03-01T10:00:00Z',
    outcome: 'unknown',
    unknownCause: 'The connection broke.',
  });
  await show(<BatchesView {...props} batches={[running, unknown]} running={[running]} />);
  const names = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(names).toEqual(['Running (1)', 'Yesterday']);
  const yesterday = screen.getByRole('region', { name: 'Yesterday' });
  expect(within(yesterday).getByText('The connection broke.')).toBeTruthy();
  expect(screen.getByText('2 batches, no older ones')).toBeTruthy();
});

test('a batch that only waits for its time is planned, not running, soonest first', async () => {
  const plan = (last: number, nextTriggerAt: string, but: Partial<BatchSummary> = {}) =>
    of(last, {
      kind: 'schedule',
      createdAt: '2026-03-02T19:59:00Z',
      settled: false,
      open: 60,
      verdictCounts: { pending: 60 },
      memberCount: 60,
      nextTriggerAt,
      ...but,
    });
  const [later, sooner] = [plan(1, '2026-03-03T08:00:00Z'), plan(2, '2026-03-03T02:00:00Z')];
  const begun = plan(3, '2026-03-03T02:00:00Z', { verdictCounts: { pending: 30, sent: 30 } });
  const all = [later, sooner, begun];
  await show(<BatchesView {...props} batches={all} running={all} />);
  const names = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(names).toEqual(['Running (1)', 'Planned (2)']);
  const table = screen.getByRole('table', { name: 'Planned batches' });
  const links = within(table).getAllByRole('link', { name: /^(?!Collective)/ });
  const hrefs = links.map((link) => link.getAttribute('href') ?? '');
  const ids = hrefs.filter((href) => href.startsWith('/batches/'));
  expect(ids).toEqual([sooner, later].map(({ id }) => `/batches/${id}`));
  expect(screen.getByText('3 batches, no older ones')).toBeTruthy();
});

test('a row on a phone shows when a plan triggers, and when others were sent', async () => {
  const sent = of(1, { collectiveName: 'Vans', createdAt: '2026-03-02T19:59:00Z' });
  const planned = { ...sent, id: uuid(2), nextTriggerAt: '2126-03-03T02:00:00Z' };
  for (const row of [sent, planned]) {
    await show(<p data-testid={row.id}>{narrowBatch(row, true).second}</p>);
  }
  expect(screen.getByTestId(sent.id).textContent).toMatch(/^Vans · .* ago$/);
  expect(screen.getByTestId(planned.id).textContent).toMatch(/^Vans · next in /);
});

test('nothing sent and nothing matching differ', async () => {
  await show(<BatchesView {...props} narrowed />);
  expect(screen.getByText('No batch matches these filters.')).toBeTruthy();
});

test('an empty console says how to send a first batch', async () => {
  await show(<BatchesView {...props} />);
  expect(screen.getByText('Nothing has been sent from this console yet.')).toBeTruthy();
});

test('older batches are read on request; a failure keeps the rows shown', async () => {
  const onOlder = vi.fn<() => void>();
  const error = problem('store_unavailable', 503);
  await show(<BatchesView {...props} batches={[of(1, {})]} more error={error} onOlder={onOlder} />);
  expect(screen.getByText('Older batches could not be read; try again.')).toBeTruthy();
  expect(screen.getByRole('table')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Show older batches' }));
  expect(onOlder).toHaveBeenCalledTimes(1);
});

test('a failure with nothing to show offers to try again', async () => {
  const error = problem('store_unavailable', 503);
  await show(<BatchesView {...props} batches={undefined} error={error} />);
  expect(screen.getByRole('alert').textContent).toContain('The batches could not be read');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});

test('a batch shows the outcome of its Entities, not that it was accepted', async () => {
  const failed = of(3, { memberCount: 60, verdictCounts: { failed: 50, verified: 10 } });
  await show(<BatchesView {...props} batches={[failed]} />);
  expect(screen.getByText('10 of 60 verified, 50 failed')).toBeTruthy();
  expect(screen.queryByText('Accepted')).toBeNull();
});
