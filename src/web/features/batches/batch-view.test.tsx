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

test('a refusal shows status and messages of the Service', async () => {
  const data = batch([], {
    outcome: 'refused',
    settled: true,
    refusal: { status: 409, errors: [{ code: 'LOCK', message: 'Locked', description: null }] },
    refusedBy: { source: 'service', upstreamStatus: 409 },
  });
  await view({ data });
  const banner = screen.getByRole('alert').textContent;
  expect(banner).toContain('The Service refused with 409. No device was commanded.');
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
  expect(planned[1]?.textContent).toContain(
    '2 Mar 2026, 15:00 UTC+01:00 Europe/Brussels = 2 Mar 2026, 14:00 UTC',
  );
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

const causes = () =>
  screen
    .getAllByRole('button', { expanded: true })
    .concat(screen.queryAllByRole('button', { expanded: false }))
    .map((each) => each.textContent)
    .filter((text) => text !== '' && text !== null);

test('once something failed, rows are grouped by cause, failures first; the rest is folded', async () => {
  const onSearch = vi.fn<(change: object) => void>();
  await view({ search: { group: undefined }, onSearch });
  expect(causes()).toEqual([
    'OfflineNo answer2',
    'Outcome unknown1',
    'Unrecognised status1',
    'Acknowledged1',
    'Verified1',
  ]);
  // The heads say it, so it is not said twice.
  expect(screen.queryByText('Errors of the devices')).toBeNull();
  const table = (name: string) =>
    screen.queryByRole('table', { name: `Entities of the batch: ${name}` });
  expect(within(table('Offline') ?? document.body).getAllByRole('row')).toHaveLength(3);
  expect(table('Verified')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: /^Verified\D*1$/ }));
  expect(table('Verified')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: /^Offline/ }));
  expect(table('Offline')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'List' }));
  expect(onSearch).toHaveBeenLastCalledWith({ group: 'none' });
});

test('while nothing failed there is one list; a filter opens the groups it leaves', async () => {
  await view({ search: { group: undefined }, data: batch([row(1), row(2)]) });
  expect(tableRows()).toHaveLength(2);
  cleanup();
  await view({ search: { group: undefined, verdict: 'verified' } });
  expect(screen.getByRole('table', { name: 'Entities of the batch: Verified' })).toBeTruthy();
});

test('a failure does not regroup what one reads: the page offers it', async () => {
  const onSearch = vi.fn<(change: object) => void>();
  function Running() {
    const [data, setData] = useState(() => batch([row(1), row(2)]));
    return (
      <>
        <button onClick={() => setData(batch([row(1), ...rows.slice(2, 4)]))}>Two fail</button>
        <BatchView {...viewProps} data={data} onSearch={onSearch} />
      </>
    );
  }
  await show(<Running />);
  expect(screen.queryByRole('button', { name: 'Group by cause' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Two fail' }));
  expect(tableRows()).toHaveLength(3);
  expect(screen.getByText('2 failed.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Group by cause' }));
  expect(onSearch).toHaveBeenLastCalledWith({ group: 'cause' });
  cleanup();
  // One list by choice is not argued with.
  await view({ onSearch });
  expect(screen.queryByRole('button', { name: 'Group by cause' })).toBeNull();
});

test('a large group draws 20 rows until all are asked for', async () => {
  const many = Array.from({ length: 45 }, (_, at) =>
    row(at + 1, { status: 'Failed', settled: true, error: { title: 'Off', description: `${at}` } }),
  );
  await view({ data: batch(many), search: { group: 'cause' } });
  const table = () => screen.getByRole('table', { name: 'Entities of the batch: Off' });
  expect(within(table()).getAllByRole('row')).toHaveLength(21);
  expect(screen.getByText('details differ per device')).toBeTruthy();
  expect(within(table()).getByText('Off: 3')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Show all 45' }));
  expect(within(table()).getAllByRole('row')).toHaveLength(46);
});

test('the outcome is broken down only by what differs', async () => {
  const mixed = [row(1, DONE), row(2, DONE), row(3, { status: 'Failed', settled: true })].map(
    (each, at) => ({ ...each, entityType: at === 2 ? 'ChargePoint' : 'EV' }),
  );
  const brands = new Map(mixed.map(({ entityId }) => [entityId, 'Ford']));
  await view({ data: batch(mixed), brands });
  expect(screen.getByRole('region', { name: 'Outcome by type' })).toBeTruthy();
  const types = within(screen.getByRole('list', { name: 'Outcome by type' }));
  expect(types.getAllByRole('listitem').map((each) => each.textContent)).toEqual([
    'EV2: 2 acknowledged',
    'ChargePoint1: 1 failed',
  ]);
  expect(screen.queryByRole('list', { name: 'Outcome by brand' })).toBeNull();
});

test('the progress over time counts final states as they were seen', async () => {
  const at = (second: number) => `2026-03-02T14:02:${String(second).padStart(2, '0')}Z`;
  const ended = [40, 50, 55].map((second, index) =>
    row(index + 1, { ...DONE, settled: true, changedAt: at(second) }),
  );
  const data = batch([...ended, row(4, { status: 'Sent' })], { createdAt: at(30) });
  await view({ data });
  expect(screen.getByRole('region', { name: 'Progress over time' }).textContent).toContain(
    '3 of 4 final, half after 20 s, the last so far after 25 s',
  );
});
