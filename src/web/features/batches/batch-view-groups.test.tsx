import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { useState, type ComponentProps } from 'react';
import { expect, test, vi } from 'vitest';
import { batch, row, uuid } from '../../testing/samples.ts';
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

test('a schedule lists its plan, in its time zone and in UTC, with its Commands', async () => {
  const item = (hour: number) => ({
    type: 'StopCharging',
    value: null,
    triggerTime: `2026-03-02T${hour}:00:00Z`,
    plannedAs: { wallClock: `2026-03-02T${hour + 1}:00`, zone: 'Europe/Brussels' },
  });
  const confirmedOtherwise = {
    ...item(16),
    plannedAs: { ...item(16).plannedAs, offsetMinutes: 120, serverOffset: 60 },
  };
  const data = batch(
    [
      row(1, { triggerTime: '2026-03-02T14:00:00Z' }),
      row(2, { triggerTime: '2026-03-02T14:00:00.000Z', status: 'Failed' }),
      row(3, { triggerTime: '2026-03-02T16:00:00Z' }),
    ],
    { kind: 'schedule', items: [item(14), confirmedOtherwise] },
  );
  await view({ data, search: { item: 0 } });
  const planned = within(screen.getByRole('table', { name: 'Planned Commands' })).getAllByRole(
    'row',
  );
  expect(planned[1]?.textContent).toContain(
    '2 Mar 2026, 15:00 UTC+01:00 Europe/Brussels = 2 Mar 2026, 14:00 UTC',
  );
  expect(planned[1]?.textContent).toContain('Pending 1 · Failed 1');
  expect(planned[1]?.textContent).not.toContain('Confirmed as');
  expect(planned[2]?.textContent).toContain(
    '2 Mar 2026, 18:00 UTC+02:00 Europe/Brussels, typed as 17:00 = 2 Mar 2026, 16:00 UTC' +
      'Confirmed as 18:00 (UTC+02:00), which holds. The server’s time zone data says UTC+01:00.',
  );
  expect(tableRows()).toHaveLength(2);
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
  // The group headers show it, so it is not repeated.
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

test('a failure does not regroup rows being read: the page offers it', async () => {
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
  // If one list was chosen, the page does not offer grouping.
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
    'ChargePoint1: 1 failed',
    'EV2: 2 acknowledged',
  ]);
  expect(screen.queryByRole('list', { name: 'Outcome by brand' })).toBeNull();
});

test('brands with failures, also of the proof, come before larger ones without', async () => {
  const disproven = { status: 'Failed', completedAt: null, error: null };
  const green = [1, 2, 3, 4, 5].flatMap((brand) =>
    [0, 1, 2].map((at) => ({ ...row(brand * 10 + at, DONE), brand: `Green ${brand}` })),
  );
  const each = [
    ...green,
    { ...row(90, { ...DONE, settled: true, verification: disproven }), brand: 'Denied' },
    { ...row(91, { status: 'Failed', settled: true }), brand: 'Broken' },
    { ...row(92, { status: 'Failed', settled: true }), brand: 'Broken' },
  ];
  const brands = new Map(each.map(({ entityId, brand }) => [entityId, brand]));
  await view({ data: batch(each), brands });
  const list = within(screen.getByRole('list', { name: 'Outcome by brand' }));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Broken2: 2 failed',
    'Denied1: 1 not verified',
    'Green 13: 3 acknowledged',
    'Green 23: 3 acknowledged',
    'Green 33: 3 acknowledged',
  ]);
  expect(screen.getByText('and 2 others')).toBeTruthy();
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
