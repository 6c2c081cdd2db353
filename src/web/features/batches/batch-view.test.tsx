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
  renderRetry: () => null,
};

/** The page with its rows in one list, unless the test groups them. */
function view({ search, ...change }: Partial<ComponentProps<typeof BatchView>>) {
  return show(<BatchView {...viewProps} {...change} search={{ group: 'none', ...search }} />);
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
    .map((tile) => tile.textContent);
  expect(names).toEqual([
    'Acknowledged 1 of 6 so far',
    'Verified 1 of 6 so far',
    'Failed 2 of 6 so far',
    'Outcome unknown 1 of 6 so far',
    'Unrecognised status 1 of 6 so far',
  ]);
});

test('pressing a tile filters the rows, pressing it again shows all', async () => {
  const onSearch = vi.fn<(change: object) => void>();
  await view({ onSearch });
  fireEvent.click(screen.getByRole('button', { name: /^Failed 2/ }));
  expect(onSearch).toHaveBeenLastCalledWith(expect.objectContaining({ verdict: 'failed' }));
});

test('a selected derived status shows only its rows, and its tile is pressed', async () => {
  const onSearch = vi.fn<(change: object) => void>();
  await view({ search: { verdict: 'failed' }, onSearch });
  expect(tableRows()).toHaveLength(2);
  const tile = screen.getByRole('button', { name: /^Failed 2/ });
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
  // The same count as on the page: an unknown outcome is not a final state.
  expect(document.title).toContain('4/6 · Stop charging on 6 Entities');
  expect(screen.getByText(/^4 of 6 have a final state/)).toBeTruthy();
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

test('a Command that was not requested is named, and never counts as verified', async () => {
  const proof = { status: 'Succeeded', completedAt: null, error: null };
  const made = { ...DONE, type: 'StartCharging', verification: proof, unrequested: true };
  await view({ data: batch([row(1, made)], { verdictCounts: { unrequested: 1 } }) });
  const names = within(screen.getByRole('group', { name: 'Show only' }))
    .getAllByRole('button')
    .map((button) => button.textContent);
  expect(names).toEqual(['Not requested 1 100 %']);
  const cells = within(tableRows()[0] ?? document.body);
  expect(cells.getByText('Start charging')).toBeTruthy();
  expect(cells.getByText('Not requested')).toBeTruthy();
});

test('a refusal shows status and messages of the Service', async () => {
  const data = batch([], {
    outcome: 'refused',
    settled: true,
    refusal: { status: 409, errors: [{ code: 'LOCK', message: 'Locked', description: null }] },
    refusedBy: { source: 'service', upstreamStatus: 409 },
  });
  await view({ data });
  const banner = screen.getByRole('alert').textContent;
  expect(banner).toContain(
    'The Service refused with 409. By the interface, a refused dispatch commands no device.',
  );
  expect(banner).toContain('The Service says: Locked (LOCK)');
});

test('what was never sent is not called a refusal of the Service', async () => {
  const message = 'The Device Connectivity Service cannot be reached: no connection was made.';
  const data = batch([], {
    outcome: 'refused',
    settled: true,
    refusal: { status: 502, errors: [{ code: null, message, description: null }] },
    refusedBy: { source: 'console', upstreamStatus: null },
  });
  await view({ data });
  const banner = screen.getByRole('alert').textContent;
  expect(banner).toContain('This could not be sent to the Service. No device was commanded.');
  expect(banner).toContain(`In detail: ${message}`);
  expect(banner).not.toMatch(/502|The Service (says|refused)/);
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
