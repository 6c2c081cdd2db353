import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { PlannedItem, Schedule } from '../../../contract/console/schedule.ts';
import { show } from '../../testing/render.tsx';
import { problem, uuid } from '../../testing/samples.ts';
import type { ScheduleSearch } from './schedule-search.ts';
import { ScheduleView } from './schedule-view.tsx';
import { plannedItem } from './testing/planned-item.ts';

function schedule(items: PlannedItem[], change: Partial<Schedule> = {}): Schedule {
  return { items, unresolved: [], asOf: '2026-03-02T14:02:31Z', ...change };
}

async function view(
  state: {
    data?: Schedule;
    error?: unknown;
    search?: ScheduleSearch;
    cancelDenial?: string;
  } = {},
) {
  const onSearch = vi.fn<(change: Partial<ScheduleSearch>) => void>();
  const onCancel = vi.fn<(item: PlannedItem) => void>();
  const onRefresh = vi.fn<() => void>();
  await show(
    <ScheduleView
      data={state.data}
      error={state.error ?? null}
      fetching={false}
      onRefresh={onRefresh}
      search={state.search ?? {}}
      onSearch={onSearch}
      onCancel={onCancel}
      cancelDenial={state.cancelDenial ?? null}
    />,
  );
  return { onSearch, onCancel, onRefresh };
}

const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

const SOON = plannedItem({ triggerTime: inHours(2), plannedAs: null });
const LATER = plannedItem({
  dispatchId: uuid(801),
  type: 'Reset',
  collectiveId: uuid(901),
  collectiveName: 'Alp',
});

test('reading, failed and empty states differ', async () => {
  await view();
  expect(screen.getByLabelText('Reading the planned Commands')).toBeTruthy();
  document.body.replaceChildren();
  const { onRefresh } = await view({ error: problem('store_unavailable', 503) });
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onRefresh).toHaveBeenCalledOnce();
  document.body.replaceChildren();
  await view({ data: schedule([]) });
  expect(screen.getByText('Nothing is planned from this console')).toBeTruthy();
});

test('the list shows both clocks, soonest first, and links to the batch', async () => {
  const { onCancel } = await view({ data: schedule([LATER, SOON]) });
  const [, first, second] = screen.getAllByRole('row');
  expect(first?.textContent).toContain('Stop charging');
  expect(second?.textContent).toContain('25 Oct 2099, 02:30 UTC+01:00 Europe/Brussels');
  expect(second?.textContent).toContain('25 Oct 2099, 01:30 UTC');
  expect(second?.textContent).toContain('60 of 62');
  // One column has both: a second one would cut the Command.
  expect(screen.queryByRole('columnheader', { name: 'In UTC' })).toBeNull();
  const link = screen.getByRole('link', { name: 'Reset' });
  expect(link.getAttribute('href')).toBe(`/batches/${uuid(801)}`);
  fireEvent.click(screen.getByRole('button', { name: /^Cancel Reset on Alp/ }));
  expect(onCancel).toHaveBeenCalledExactlyOnceWith(LATER);
});

test('a list planned in UTC shows each time once', async () => {
  await view({ data: schedule([SOON]) });
  const [, row] = screen.getAllByRole('row');
  expect(row?.querySelector('td')?.textContent).toMatch(/^[^U]* UTC$/);
});

test('marks are buttons with a full name; pressing one filters the list', async () => {
  const { onSearch } = await view({ data: schedule([SOON, LATER]) });
  const lane = within(screen.getByRole('list', { name: 'Planned for Depot' }));
  fireEvent.click(
    lane.getByRole('button', { name: /^Stop charging on Depot at .* 60 of 62 open/ }),
  );
  expect(onSearch).toHaveBeenCalledExactlyOnceWith({
    from: SOON.triggerTime,
    to: SOON.triggerTime,
  });
  expect(screen.getByText('1 later than shown')).toBeTruthy();
});

test('filters of the URL filter the list and can be removed', async () => {
  const search = { from: SOON.triggerTime, to: SOON.triggerTime, collective: uuid(900) };
  const { onSearch } = await view({ data: schedule([SOON, LATER]), search });
  expect(screen.queryByRole('link', { name: 'Reset' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Show all' }));
  expect(onSearch).toHaveBeenLastCalledWith({ from: undefined, to: undefined });
  fireEvent.click(screen.getByRole('button', { name: /^Depot/, pressed: true }));
  expect(onSearch).toHaveBeenLastCalledWith({ collective: undefined });
});

test('unknown outcomes are listed at the top, with links', async () => {
  await view({
    data: schedule([], { unresolved: [{ dispatchId: uuid(7), collectiveName: 'Depot' }] }),
  });
  const part = within(screen.getByRole('region', { name: 'Unknown outcomes' }));
  expect(part.getByRole('link', { name: 'Batch on Depot' }).getAttribute('href')).toBe(
    `/batches/${uuid(7)}`,
  );
});

test('an operator who may not cancel sees why; without a type cancellation is not offered', async () => {
  const untyped = plannedItem({ type: null, dispatchId: uuid(802) });
  await view({ data: schedule([LATER, untyped]), cancelDenial: 'The role viewer may not.' });
  const buttons = screen.getAllByRole('button', { name: /^Cancel / });
  expect(buttons).toHaveLength(1);
  expect(buttons[0]?.getAttribute('aria-disabled')).toBe('true');
  expect(buttons[0]?.title).toBe('The role viewer may not.');
  expect(screen.getByText('The role viewer may not.')).toBeTruthy();
});

test('a schedule that could not be refreshed shows its age', async () => {
  await view({ data: schedule([SOON]), error: problem('internal', 500) });
  expect(screen.getByText(/Could not refresh since/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Stop charging' })).toBeTruthy();
});
