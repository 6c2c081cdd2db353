import { act, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { BatchList, BatchSummary } from '../../../contract/console/batch.ts';
import { batchList, SENT_ELSEWHERE } from '../../testing/batch-samples.ts';
import { show } from '../../testing/render.tsx';
import { batch, uuid } from '../../testing/samples.ts';
import { BatchesPage } from './batches-page.tsx';

beforeEach(() => {
  const toFake = ['Date', 'setInterval', 'clearInterval'] as const;
  vi.useFakeTimers({ now: Date.parse('2026-03-02T23:30:00'), toFake: [...toFake] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const of = (last: number, change: Partial<BatchSummary>) =>
  batch([], { id: uuid(last), settled: true, ...change }).batch;

/** Activity with these batches, those that can still change also at the top. */
async function open(sent: readonly BatchSummary[], others: BatchList['others'] = []) {
  vi.stubGlobal('fetch', (url: string) =>
    Promise.resolve(
      url.includes('/batches')
        ? Response.json(
            url.includes('running')
              ? batchList(sent.filter(({ settled }) => !settled))
              : batchList(sent, null, others),
          )
        : new Response('', { status: 500 }),
    ),
  );
  await show(<BatchesPage search={{}} onSearch={() => {}} />);
  await screen.findByText(/rows?, no older ones/);
}

test('a page left open over midnight moves the batches of the day from Today to Yesterday', async () => {
  await open([of(1, { createdAt: '2026-03-02T10:00:00Z' })]);
  expect(screen.getByRole('heading', { name: 'Today' })).toBeTruthy();
  await act(async () => vi.advanceTimersByTime(31 * 60_000));
  expect(screen.getByRole('heading', { name: 'Yesterday' })).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'Today' })).toBeNull();
});

test('a batch that only waits for its time is planned, not running, soonest first', async () => {
  const plan = (last: number, nextTriggerAt: string, change: Partial<BatchSummary> = {}) =>
    of(last, {
      kind: 'schedule',
      createdAt: '2026-03-02T19:59:00Z',
      settled: false,
      open: 60,
      verdictCounts: { pending: 60 },
      memberCount: 60,
      nextTriggerAt,
      ...change,
    });
  const [later, sooner] = [plan(1, '2026-03-03T08:00:00Z'), plan(2, '2026-03-03T02:00:00Z')];
  await open([
    later,
    sooner,
    plan(3, '2026-03-03T02:00:00Z', { verdictCounts: { pending: 30, sent: 30 } }),
  ]);
  const names = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(names.slice(0, 2)).toEqual(['Running (1)', 'Planned (2)']);
  const planned = within(screen.getByRole('table', { name: 'Planned batches' }));
  const ids = planned
    .getAllByRole('link')
    .map((link) => link.getAttribute('href') ?? '')
    .filter((href) => href.startsWith('/batches/'));
  expect(ids).toEqual([sooner, later].map(({ id }) => `/batches/${id}`));
});

test('what other systems sent is a row among the batches, by time', async () => {
  await open(
    [of(1, { createdAt: '2026-03-02T11:30:00Z' }), of(2, { createdAt: '2026-03-02T11:59:00Z' })],
    [SENT_ELSEWHERE],
  );
  const rows = within(screen.getByRole('table', { name: 'Batches of Today' })).getAllByRole('row');
  const links = rows.slice(1).map((row) => within(row).getAllByRole('link')[0]);
  const paths = links.map((link) => link?.getAttribute('href')?.split('?')[0]);
  expect(paths).toEqual([`/batches/${uuid(2)}`, '/batches', `/batches/${uuid(1)}`]);
  // Sent to several: those of its kind and day.
  const search = new URLSearchParams(links[1]?.getAttribute('href')?.split('?')[1]);
  expect(search.get('operator')).toBe('another-system');
  expect(search.get('from')).toBe('2026-03-02');
  expect(rows[2]?.textContent).toContain('another system');
  expect(rows[2]?.textContent).toContain('28 of 31 verified, 3 failed');
});
