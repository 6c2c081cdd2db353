import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { useState, type ComponentProps } from 'react';
import { expect, test, vi } from 'vitest';
import { batch, problem, row, uuid } from '../../testing/samples.ts';
import { show } from '../../testing/render.tsx';
import { BatchView } from './batch-view.tsx';

const DONE = { status: 'Succeeded' };
/** Rows in a final state, except the fifth. */
const rows = [
  row(1, {
    ...DONE,
    settled: true,
    verification: { status: 'Succeeded', completedAt: null, error: null },
  }),
  row(2, { ...DONE, settled: true }),
  row(3, {
    status: 'Failed',
    settled: true,
    error: { title: 'Offline', description: 'No answer' },
  }),
  row(4, {
    status: 'Failed',
    settled: true,
    error: { title: 'Offline', description: 'No answer' },
  }),
  row(5, { status: 'Dreaming' }),
  row(6, { status: null, commandId: null, settled: true }),
];

const viewProps: ComponentProps<typeof BatchView> = {
  dispatchId: uuid(800),
  data: batch(rows),
  error: null,
  fetching: false,
  live: 'live',
  onRefresh: () => {},
  search: {},
  onSearch: () => {},
  check: { start: () => {}, starting: false, error: null, denial: null },
  renderSweepButton: () => null,
  sweeps: null,
  retry: null,
};

function view(change: Partial<ComponentProps<typeof BatchView>>) {
  return show(<BatchView {...viewProps} {...change} />);
}

function tableRows(): HTMLElement[] {
  return within(screen.getByRole('table', { name: 'Entities of the batch' }))
    .getAllByRole('row')
    .slice(1);
}

test('each derived status has a tile with its count; only proven success is called verified', async () => {
  await view({});
  const names = within(screen.getByRole('group', { name: 'Show only' }))
    .getAllByRole('button')
    .map((tile) => tile.getAttribute('aria-label'));
  expect(names).toEqual([
    'Acknowledged: 1, 17 %',
    'Verified: 1, 17 %',
    'Failed: 2, 33 %',
    'Outcome unknown: 1, 17 %',
    'Unrecognised status: 1, 17 %',
  ]);
});

test('pressing a tile filters the rows, pressing it again shows all', async () => {
  const onSearch = vi.fn<(change: object) => void>();
  await view({ onSearch });
  fireEvent.click(screen.getByRole('button', { name: /^Failed: 2/ }));
  expect(onSearch).toHaveBeenLastCalledWith(expect.objectContaining({ verdict: 'failed' }));
});

test('a selected derived status shows only its rows, and its tile is pressed', async () => {
  const onSearch = vi.fn<(change: object) => void>();
  await view({ search: { verdict: 'failed' }, onSearch });
  expect(tableRows()).toHaveLength(2);
  const tile = screen.getByRole('button', { name: /^Failed: 2/ });
  expect(tile.getAttribute('aria-pressed')).toBe('true');
  fireEvent.click(tile);
  expect(onSearch).toHaveBeenLastCalledWith(expect.objectContaining({ verdict: undefined }));
});

test('the devices’ errors are verbatim, counted and per row', async () => {
  await view({});
  expect(screen.getByText('Errors of the devices').parentElement?.textContent).toContain('2 ×');
  expect(screen.getAllByTitle('Offline: No answer')).toHaveLength(2);
});

test('an unknown status is shown verbatim', async () => {
  await view({});
  expect(tableRows()[4]?.textContent).toContain('Dreaming');
});

test('the document’s title shows the progress while anything can change', async () => {
  await view({});
  expect(document.title).toContain('5/6 · Stop charging on 6 Entities');
});

test('an unknown outcome is neither a failure nor a tally', async () => {
  const data = batch([row(1, { status: null, commandId: null })], {
    outcome: 'unknown',
    unknownCause: 'The connection was reset.',
  });
  await view({ data });
  const banner = screen.getByRole('alert').textContent;
  expect(banner).toContain('It is not known whether this reached the devices');
  expect(banner).toContain('The connection was reset.');
  expect(screen.queryByText(/final state/)).toBeNull();
  expect(within(tableRows()[0] ?? document.body).getByText('Outcome unknown')).toBeTruthy();
});

test('a refusal shows status and messages of the Service', async () => {
  const data = batch([], {
    outcome: 'refused',
    settled: true,
    refusal: { status: 409, errors: [{ code: 'LOCK', message: 'Locked', description: null }] },
  });
  await view({ data });
  const banner = screen.getByRole('alert').textContent;
  expect(banner).toContain('409');
  expect(banner).toContain('Locked (LOCK)');
});

test('a row that could not be read shows since when it is stale', async () => {
  await view({ data: batch([row(1, { readError: 'time-out' })]) });
  expect(screen.getByTitle('The last reading failed: time-out').textContent).toContain(
    'not read since',
  );
});

test('a batch that was read stays if a refresh fails; one that was not shows why', async () => {
  await view({ error: problem('internal', 500) });
  expect(tableRows()).toHaveLength(6);
  expect(screen.getByText(/Could not refresh since/)).toBeTruthy();
});

test('an unknown batch says so', async () => {
  await view({ data: undefined, error: problem('not_found', 404, 'No such batch') });
  expect(screen.getByRole('alert').textContent).toContain('No such batch');
});

test('a scheduled batch names the time of each Command with its zone', async () => {
  await view({ data: batch([row(1)], { kind: 'schedule' }) });
  expect(tableRows()[0]?.textContent).toMatch(/2 Mar 2026, \d\d:02:31 UTC/);
});

test('the matrix separates acknowledged and verified; each count filters the rows', async () => {
  const onSearch = vi.fn<(change: object) => void>();
  await view({ onSearch });
  const matrix = screen.getByRole('table', { name: 'Status and verification' });
  const counts = within(matrix)
    .getAllByRole('button')
    .map((cell) => cell.getAttribute('aria-label'));
  expect(counts).toEqual([
    'Succeeded, verification none: 1',
    'Succeeded, verification verified: 1',
    'Failed, verification none: 2',
    'Dreaming, verification none: 1',
    'Outcome unknown: 1',
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Succeeded, verification verified: 1' }));
  expect(onSearch).toHaveBeenLastCalledWith(
    expect.objectContaining({ status: 'Succeeded', proof: 'verified', verdict: undefined }),
  );
});

test('a cell of the matrix in the URL filters the rows', async () => {
  await view({ search: { status: 'Succeeded', proof: 'none' } });
  expect(tableRows()).toHaveLength(1);
  expect(screen.getByText(/status Succeeded, verification none only/)).toBeTruthy();
});

test('pressing a column header sorts ascending, then descending, then restores the order', async () => {
  const onSearch = vi.fn<(change: object) => void>();
  await view({ onSearch });
  fireEvent.click(screen.getByRole('button', { name: 'Entity' }));
  expect(onSearch).toHaveBeenLastCalledWith({ sort: 'entity', dir: undefined });
  cleanup();
  await view({ onSearch, search: { sort: 'entity', dir: 'desc' } });
  const head = screen.getByRole('columnheader', { name: 'Entity' });
  expect(head.getAttribute('aria-sort')).toBe('descending');
  expect(tableRows()[0]?.textContent).toContain('Device 6');
  fireEvent.click(within(head).getByRole('button'));
  expect(onSearch).toHaveBeenLastCalledWith({ sort: undefined, dir: undefined });
});

test('a late change is counted and marked', async () => {
  const onSearch = vi.fn<(change: object) => void>();
  const late = row(1, { status: 'Failed', settled: true, lateChangeAt: '2026-03-02T15:00:00Z' });
  await view({ data: batch([late, row(2)]), onSearch });
  expect(tableRows()[0]?.textContent).toContain('late ');
  fireEvent.click(screen.getByRole('button', { name: '1 late change' }));
  expect(onSearch).toHaveBeenLastCalledWith(expect.objectContaining({ late: '1' }));
});

/** A batch that ends when the button is pressed. */
function Ending() {
  const [settled, setSettled] = useState(false);
  return (
    <>
      <button onClick={() => setSettled(true)}>End</button>
      <BatchView {...viewProps} data={batch([row(1, { settled })], { settled })} />
    </>
  );
}

test('the title says done for a batch that ended while its page was open, not for an old one', async () => {
  await show(<Ending />);
  expect(document.title).toBe('0/1 · Stop charging on 1 Entity · Gridhelm');
  fireEvent.click(screen.getByRole('button', { name: 'End' }));
  expect(document.title).toBe('Done: Stop charging on 1 Entity · Gridhelm');
  cleanup();
  await view({ data: batch([row(1, { settled: true })], { settled: true }) });
  expect(document.title).toBe('Stop charging on 1 Entity · Gridhelm');
});

test('a schedule lists its plan, in its time zone and in UTC, with its Commands', async () => {
  const item = (hour: number) => ({
    type: 'StopCharging',
    value: null,
    triggerTime: `2026-03-02T${hour}:00:00Z`,
    plannedAs: { wallClock: `2026-03-02T${hour + 1}:00`, zone: 'Europe/Brussels' },
  });
  const data = batch(
    [
      row(1, { triggerTime: '2026-03-02T14:00:00Z' }),
      row(2, { triggerTime: '2026-03-02T14:00:00.000Z', status: 'Failed' }),
      row(3, { triggerTime: '2026-03-02T16:00:00Z' }),
    ],
    { kind: 'schedule', items: [item(14), item(16)] },
  );
  await view({ data, search: { item: 0 } });
  const planned = within(screen.getByRole('table', { name: 'Planned Commands' })).getAllByRole(
    'row',
  );
  expect(planned[1]?.textContent).toContain('2026-03-02 15:00 Europe/Brussels');
  expect(planned[1]?.textContent).toContain('Pending 1 · Failed 1');
  expect(tableRows()).toHaveLength(2);
});

test('Entities named only in the answer are marked, counted separately, and shown alone on request', async () => {
  const verified = { status: 'Succeeded', completedAt: null, error: null };
  const data = batch([
    row(1, { ...DONE, settled: true, verification: verified }),
    row(2, { ...DONE, settled: true, verification: verified }),
    row(3, { status: 'Failed', settled: true, alsoCommanded: true }),
  ]);
  const onSearch = vi.fn<(change: object) => void>();
  await view({ data: { ...data, batch: { ...data.batch, memberCount: 2 } }, onSearch });
  const progress = screen.getByRole('region', { name: 'Progress' });
  expect(within(progress).getByText('All 2 Entities have a final state.')).toBeTruthy();
  expect(within(progress).getAllByRole('button', { name: /%$/ })).toHaveLength(1);
  expect(within(progress).getByText(/counted separately/).textContent).toContain('1 failed');
  expect(screen.getByText('2 Entities · 1 also commanded')).toBeTruthy();
  expect(tableRows().map((each) => /also commanded/.test(each.textContent))).toEqual([
    false,
    false,
    true,
  ]);
  fireEvent.click(within(progress).getByRole('button', { name: '1 also commanded' }));
  expect(onSearch).toHaveBeenLastCalledWith(expect.objectContaining({ also: '1' }));
  cleanup();
  await view({ data, search: { also: '1' } });
  expect(tableRows()).toHaveLength(1);
  expect(screen.getByText('1 of 1 Entity, also commanded only')).toBeTruthy();
  cleanup();
  await view({ data, search: { verdict: 'failed' } });
  expect(screen.getByText('No Entity of this batch matches these filters.')).toBeTruthy();
});
