import type { QueryClient } from '@tanstack/react-query';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { BatchDetail } from '../../../contract/console/batch.ts';
import { batchQuery } from '../../api/batches.ts';
import { show } from '../../testing/render.tsx';
import { batch, row, uuid } from '../../testing/samples.ts';
import { answered, asOperator, seeded } from '../../testing/story-states.tsx';
import { BatchPage } from './batch-page.tsx';
import type { BatchSearch } from './batch-search.ts';

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
  row(6, { status: null, commandId: null, settled: true }),
];

beforeEach(() => vi.stubGlobal('fetch', () => new Promise(() => {})));

/** The page of a batch, with its rows in one list unless the test groups them. */
async function open(data: BatchDetail, search: BatchSearch = { group: 'none' }) {
  const onSearch = vi.fn<(change: Partial<BatchSearch>) => void>();
  const clients: QueryClient[] = [];
  const page = seeded(
    <BatchPage dispatchId={uuid(800)} search={search} onSearch={onSearch} />,
    asOperator(answered(batchQuery(uuid(800)), data), (client) => clients.push(client)),
  );
  await show(page());
  const change = (next: BatchDetail) =>
    act(async () => {
      for (const client of clients) client.setQueryData(batchQuery(uuid(800)).queryKey, next);
    });
  return { onSearch, change };
}

function tableRows(): HTMLElement[] {
  const table = within(screen.getByRole('table', { name: 'Entities of the batch' }));
  return table.getAllByRole('row').slice(1);
}

test('each derived status has a tile with its count; only proven success is called verified', async () => {
  const { onSearch } = await open(batch(rows));
  const tiles = within(screen.getByRole('group', { name: 'Show only' })).getAllByRole('button');
  expect(tiles.map(({ textContent }) => textContent)).toEqual([
    'Acknowledged 1 of 6 so far',
    'Verified 1 of 6 so far',
    'Failed 2 of 6 so far',
    'Outcome unknown 1 of 6 so far',
    'Unrecognised status 1 of 6 so far',
  ]);
  expect(document.title).toContain('4/6 · Stop charging on 6 Entities');
  expect(screen.getByText(/^4 of 6 have a final state/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: /^Failed 2/ }));
  expect(onSearch).toHaveBeenLastCalledWith({ verdict: 'failed' });
});

test('an unknown outcome is neither a failure nor a tally', async () => {
  await open(
    batch([row(1, { status: null, commandId: null })], {
      outcome: 'unknown',
      unknownCause: 'The connection was reset.',
    }),
  );
  const banner = screen.getByRole('alert').textContent;
  expect(banner).toContain('It is not known whether this reached the devices');
  expect(banner).toContain('The connection was reset.');
  expect(screen.queryByText(/final state/)).toBeNull();
  expect(within(tableRows()[0] ?? document.body).getByText('Outcome unknown')).toBeTruthy();
});

test('a Command that was not requested is named, and never counts as verified', async () => {
  const made = { ...DONE, type: 'StartCharging', verification: VERIFIED, unrequested: true };
  await open(batch([row(1, made)], { verdictCounts: { unrequested: 1 } }));
  expect(screen.getByRole('button', { name: 'Not requested 1 100 %' })).toBeTruthy();
  const cells = within(tableRows()[0] ?? document.body);
  expect(cells.getByText('Start charging')).toBeTruthy();
  expect(cells.getByText('Not requested')).toBeTruthy();
});

test('what was never sent is not called a refusal of the Service', async () => {
  const message = 'The Device Connectivity Service cannot be reached: no connection was made.';
  await open(
    batch([], {
      outcome: 'refused',
      settled: true,
      refusal: { status: 502, errors: [{ code: null, message, description: null }] },
      refusedBy: { source: 'console', upstreamStatus: null },
    }),
  );
  const banner = screen.getByRole('alert').textContent;
  expect(banner).toContain('This could not be sent to the Service. No device was commanded.');
  expect(banner).not.toMatch(/502|The Service (says|refused)/);
});

test('a late change is counted and marked', async () => {
  const late = row(1, { status: 'Failed', settled: true, lateChangeAt: '2026-03-02T15:00:00Z' });
  const { onSearch } = await open(batch([late, row(2)]));
  expect(tableRows()[0]?.textContent).toContain('late ');
  fireEvent.click(screen.getByRole('button', { name: '1 late change' }));
  expect(onSearch).toHaveBeenLastCalledWith(expect.objectContaining({ late: '1' }));
});

test('Entities named only in the answer are marked, and counted separately', async () => {
  const { onSearch } = await open(
    batch(
      [
        row(1, { ...DONE, verification: VERIFIED }),
        row(2, { ...DONE, verification: VERIFIED }),
        row(3, { status: 'Failed', settled: true, alsoCommanded: true }),
      ],
      { memberCount: 2 },
    ),
  );
  const progress = within(screen.getByRole('region', { name: 'Progress' }));
  expect(progress.getByText('All 2 Entities have a final state.')).toBeTruthy();
  expect(progress.getByText(/counted separately/).textContent).toContain('1 failed');
  expect(screen.getByText('2 Entities · 1 also commanded')).toBeTruthy();
  const marks = tableRows().map((each) => /also commanded/.test(each.textContent ?? ''));
  expect(marks).toEqual([false, false, true]);
  fireEvent.click(progress.getByRole('button', { name: '1 also commanded' }));
  expect(onSearch).toHaveBeenLastCalledWith(expect.objectContaining({ also: '1' }));
});

test('once something failed, rows are grouped by cause, failures first; the rest is folded', async () => {
  const { onSearch } = await open(batch(rows), {});
  const heads = screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
  expect(heads.slice(0, 3)).toEqual([
    'OfflineNo answer2',
    'Outcome unknown1',
    'Unrecognised status1',
  ]);
  const table = (name: string) =>
    screen.queryByRole('table', { name: `Entities of the batch: ${name}` });
  expect(within(table('Offline') ?? document.body).getAllByRole('row')).toHaveLength(3);
  expect(table('Verified')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: /^Verified\D*1$/ }));
  expect(table('Verified')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'List' }));
  expect(onSearch).toHaveBeenLastCalledWith({ group: 'none' });
});

test('a failure does not regroup rows being read: the page offers it', async () => {
  const { onSearch, change } = await open(batch([row(1), row(2)]), {});
  expect(screen.queryByRole('button', { name: 'Group by cause' })).toBeNull();
  await change(batch([row(1), ...rows.slice(2, 4)]));
  await vi.waitFor(() => expect(tableRows()).toHaveLength(3));
  expect(screen.getByText('2 failed.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Group by cause' }));
  expect(onSearch).toHaveBeenLastCalledWith({ group: 'cause' });
});
