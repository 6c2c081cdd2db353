import type { QueryClient } from '@tanstack/react-query';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { BatchRow, BatchSummary } from '../../../contract/console/batch.ts';
import { JOB_ROUTES } from '../../../contract/console/job-routes.ts';
import { batchQuery } from '../../api/batches.ts';
import { query } from '../../api/query.ts';
import { show } from '../../testing/render.tsx';
import { rowsAnswer } from '../../testing/batch-samples.ts';
import { finding } from '../../testing/dispatch-samples.ts';
import { batch, row, uuid } from '../../testing/samples.ts';
import { answered, asOperator, seeded } from '../../testing/story-states.tsx';
import { dueItem } from './batch-labels.ts';
import { BatchPage } from './batch-page.tsx';
import { rowFilter, type BatchSearch } from './batch-search.ts';
import { rowsOf } from './batches-queries.ts';

const VERIFIED = { status: 'Succeeded', completedAt: null, error: null };
const DONE = { status: 'Succeeded', settled: true };
const OFFLINE = {
  status: 'Failed',
  settled: true,
  error: { title: 'Offline', description: 'No answer' },
};
/** Rows in a final state, except the fifth. */
const rows = [
  row(1, { ...DONE, verification: VERIFIED }),
  row(2, DONE),
  row(3, OFFLINE),
  row(4, OFFLINE),
  row(5, { status: 'Dreaming' }),
  row(6, { status: null, commandId: null, position: null, settled: true }),
];
const id = uuid(800);

/** What the page asked for rows, newest last. */
let asked: URLSearchParams[] = [];
beforeEach(() => {
  asked = [];
  vi.stubGlobal('fetch', (url: string) => {
    const { pathname, searchParams } = new URL(url, 'http://console.test');
    if (pathname.endsWith('/rows')) asked.push(searchParams);
    return new Promise(() => {});
  });
});

/** The page of a batch with these rows. */
async function open(
  given: BatchRow[],
  change: Partial<BatchSummary> = {},
  search: BatchSearch = {},
) {
  const data = batch(given, change);
  const onSearch = vi.fn<(change: Partial<BatchSearch>) => void>();
  const clients: QueryClient[] = [];
  const page = seeded(
    <BatchPage dispatchId={id} search={search} onSearch={onSearch} />,
    asOperator(
      answered(batchQuery(id), data),
      answered(query(JOB_ROUTES.sweeps, { params: { id } }), {
        jobs: [],
        more: false,
        asOf: data.asOf,
      }),
      (client) => clients.push(client),
      ...[{}, { orderedAt: data.asOf }].map((filter) =>
        answered(rowsOf(id, { ...rowFilter(search, undefined), ...filter }, 0), rowsAnswer(given)),
      ),
    ),
  );
  await show(page());
  const update = (next: BatchRow[], asOf: string) =>
    act(async () => {
      for (const client of clients) {
        client.setQueryData(batchQuery(id).queryKey, { ...batch(next, change), asOf });
      }
    });
  return { onSearch, update };
}

function tableRows(): HTMLElement[] {
  const table = within(screen.getByRole('table', { name: 'Entities of the batch' }));
  return table.getAllByRole('row').slice(1);
}

test('each derived status has a tile with its count; only proven success is called verified', async () => {
  const { onSearch } = await open(rows, { unaccounted: 1 });
  const tiles = within(screen.getByRole('group', { name: 'Show only' })).getAllByRole('button');
  // Tiles that may fill later have their place from the first second.
  expect(tiles.map(({ textContent }) => textContent)).toEqual([
    'Pending 0 of 6 so far',
    'Triggered 0 of 6 so far',
    'Sent 0 of 6 so far',
    'Acknowledged 1 of 6 so far',
    'Verified 1 of 6 so far',
    'Not verified 0 of 6 so far',
    'Failed 2 of 6 so far',
    'Outcome unknown 1 of 6 so far',
    'Unrecognised status 1 of 6 so far',
  ]);
  expect(document.title).toContain('4/6 · Stop charging on 6 Entities');
  expect(screen.getByText(/^4 of 6 Entities have a final state/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: /^Failed 2/ }));
  expect(onSearch).toHaveBeenLastCalledWith({ verdict: 'failed', cause: undefined });
});

test('an approved dispatch shows the warnings that were overridden, why, and their digest', async () => {
  const at = '2026-03-02T14:02:31Z';
  await open(rows, {
    reason: 'The depot asked twice',
    overridden: [finding(7)],
    approval: {
      state: 'approved',
      requestedAt: at,
      expiresAt: at,
      decidedAt: at,
      decidedBy: { id: 'o9', name: 'Ada Bakker' },
      remark: null,
      override: '0123456789abcdef',
    },
  });
  const facts = within(screen.getByRole('complementary', { name: 'Facts' }));
  expect(facts.getByText('The depot asked twice')).toBeTruthy();
  expect(facts.getByText('Ada Bakker')).toBeTruthy();
  const overridden = within(facts.getByRole('region', { name: 'Warnings overridden' }));
  expect(overridden.getAllByRole('listitem')).toHaveLength(1);
  expect(overridden.getByText('0123456789abcdef')).toBeTruthy();
});

test('an unknown outcome is neither a failure nor a tally', async () => {
  await open([row(1, { status: null, commandId: null })], {
    outcome: 'unknown',
    unknownCause: 'The connection was reset.',
  });
  const banner = screen.getByRole('alert');
  expect(banner.textContent).toContain('Answer lost; not checked yet.');
  fireEvent.click(within(banner).getByRole('button', { name: 'More' }));
  expect(banner.textContent).toContain('The connection was reset.');
  expect(screen.queryByText(/final state/)).toBeNull();
  expect(within(tableRows()[0] ?? document.body).getByText('Outcome unknown')).toBeTruthy();
});

test('a Command that was not requested is named, and never counts as verified', async () => {
  const made = {
    ...DONE,
    type: 'StartCharging',
    verification: VERIFIED,
    verdict: 'unrequested' as const,
  };
  await open([row(1, made)], { verdictCounts: { unrequested: 1 } });
  expect(screen.getByRole('button', { name: /^Not requested 1/ })).toBeTruthy();
  const cells = within(tableRows()[0] ?? document.body);
  expect(cells.getByText('Start charging')).toBeTruthy();
  expect(cells.getByText('Not requested')).toBeTruthy();
});

test('what was never sent is not called a refusal of the Service', async () => {
  const message = 'The Device Connectivity Service cannot be reached: no connection was made.';
  await open([], {
    outcome: 'refused',
    settled: true,
    refusal: { status: 502, errors: [{ code: null, message, description: null }] },
    refusedBy: { source: 'console', upstreamStatus: null },
  });
  const banner = screen.getByRole('alert').textContent;
  expect(banner).toContain('This could not be sent to the Service. No device was commanded.');
  expect(banner).not.toMatch(/502|The Service (says|refused)/);
});

test('a late change is counted and marked', async () => {
  const late = row(1, { status: 'Failed', settled: true, lateChangeAt: '2026-03-02T15:00:00Z' });
  const { onSearch } = await open([late, row(2)]);
  expect(tableRows()[0]?.textContent).toContain('late ');
  fireEvent.click(screen.getByRole('button', { name: '1 late change' }));
  expect(onSearch).toHaveBeenLastCalledWith(expect.objectContaining({ late: '1' }));
});

test('what cannot take the Command is no failure: nothing is offered to be sent again', async () => {
  const cannot = { ...OFFLINE, entityType: 'Inverter', verdict: 'incapable' as const };
  await open([row(1, { ...DONE, verification: VERIFIED }), row(2, cannot)], { settled: true });
  expect(screen.getByRole('button', { name: 'Cannot take it 1 50 %' })).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Retry' })).toBeNull();
});

test('a failure moves no row that is being read: the page offers it, or waits until it is left', async () => {
  const { update } = await open([row(1), row(2)]);
  const field = screen.getByRole('button', { name: 'History of Device 1' });
  act(() => field.focus());
  await update([row(1), row(2, OFFLINE)], '2026-03-02T15:00:00Z');
  const offer = await screen.findByRole('button', { name: 'Move failures to the top' });
  expect(asked.some((each) => each.get('orderedAt') === '2026-03-02T15:00:00Z')).toBe(false);
  fireEvent.click(offer);
  await vi.waitFor(() => expect(asked.at(-1)?.get('orderedAt')).toBe('2026-03-02T15:00:00Z'));
  expect(screen.queryByRole('button', { name: 'Move failures to the top' })).toBeNull();
});

test('a plan shows the item that is due, in Entities, with no bar while all have one state', async () => {
  const at = (hour: number) => ({
    type: 'StopCharging',
    value: null,
    triggerTime: `2126-03-02T${hour}:00:00Z`,
    plannedAs: null,
  });
  const items = [at(16), at(18)];
  expect(dueItem({ items }, Date.parse('2126-03-02T15:00:00Z'))).toBe(0);
  expect(dueItem({ items }, Date.parse('2126-03-02T18:30:00Z'))).toBe(1);
  await open([row(1), row(2)], {
    kind: 'schedule',
    items,
    nextTriggerAt: items[0]?.triggerTime ?? null,
    open: 2,
    verdictCounts: { pending: 2 },
  });
  const tiles = within(screen.getByRole('group', { name: 'Show only' })).getAllByRole('button');
  expect(tiles.map(({ textContent }) => textContent)).toEqual(['Pending 2 100 %']);
  expect(asked[0]?.get('item')).toBe('0');
});
