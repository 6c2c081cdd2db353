import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { show } from '../../testing/render.tsx';
import { choice, days, declareList, flag, openChoice, typedText } from './declare-list.ts';
import { ListBar } from './list-bar.tsx';

const LIST = declareList({
  type: openChoice({ label: 'Type', any: 'Any type' }, (value) =>
    new Map([['CP', 'Charge point']]).get(value),
  ),
  depot: openChoice({ label: 'Depot', any: 'Any depot' }),
  tag: openChoice({ label: 'Tag', any: 'Any tag' }),
  health: choice({ label: 'Health', any: 'Any health' }, { fine: 'Fine', refused: 'Refused' }),
  operator: typedText('Operator', 'Any operator', 'The whole name.'),
  ...days('Sent'),
  archived: flag('Archived', 'In use'),
});
const OPTIONS = {
  type: [
    { value: 'EV', label: 'EV', count: 60 },
    { value: 'CP', label: 'CP', count: 40 },
  ],
  depot: Array.from({ length: 300 }, (_, at) => ({
    value: String(at + 1),
    label: `Depot ${at + 1}`,
    count: 300 - at,
  })),
};

async function bar(
  search: Record<string, string> = {},
  read?: { error: Error; refetch: () => void },
) {
  const onSearch = vi.fn<(change: object) => void>();
  await show(
    <ListBar
      label="Filters"
      list={LIST}
      search={search}
      onSearch={onSearch}
      options={OPTIONS}
      {...(read && { read })}
    />,
  );
  return onSearch;
}

const filterButton = () => screen.getByRole('button', { name: 'Filter' });
const press = async (name: string | RegExp) =>
  fireEvent.click(await screen.findByRole('button', { name }));
const values = (name: string) => screen.getByRole('group', { name });
const key = (name: string) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key: name });

test('a filter is chosen from its values with counts, and the panel closes', async () => {
  const onSearch = await bar();
  fireEvent.click(filterButton());
  await press('Type: Any type');
  const names = within(values('Type')).getAllByRole('button');
  expect(names.map((each) => each.textContent)).toEqual([
    'Any type ',
    'EV (60)',
    'Charge point (40)',
  ]);
  screen.getByRole('button', { name: 'Any type' }).focus();
  key('ArrowDown');
  key('ArrowDown');
  expect(document.activeElement?.textContent).toBe('Charge point (40)');
  await press('Charge point (40)');
  expect(onSearch).toHaveBeenCalledExactlyOnceWith({ type: 'CP' });
  await waitFor(() => expect(screen.queryByRole('group')).toBeNull());
  expect(document.activeElement).toBe(filterButton());
});

test('more than 8 values can be searched, and Enter takes the first match', async () => {
  const onSearch = await bar();
  fireEvent.click(filterButton());
  await press('Depot: Any depot');
  const field = screen.getByRole('searchbox', { name: 'Find in Depot' });
  expect(document.activeElement).toBe(field);
  expect(within(values('Depot')).getAllByRole('button')).toHaveLength(200);
  expect(screen.getByText('101 more are found by searching.')).toBeTruthy();
  fireEvent.change(field, { target: { value: 'depot 29' } });
  expect(within(values('Depot')).getAllByRole('button')).toHaveLength(11);
  key('Enter');
  expect(onSearch).toHaveBeenCalledExactlyOnceWith({ depot: '29' });
});

test('a chip opens its own values; × removes it and leaves the focus on Filter', async () => {
  const onSearch = await bar({ type: 'EV', health: 'fine', depot: 'gone' });
  // A value of a link that no row has.
  expect(screen.getByRole('button', { name: 'Depot is gone' })).toBeTruthy();
  await press('Type is EV');
  const chosen = await screen.findByRole('button', { name: 'EV (60)' });
  expect(chosen.getAttribute('aria-pressed')).toBe('true');
  fireEvent.click(screen.getByRole('button', { name: 'Any type' }));
  expect(onSearch).toHaveBeenLastCalledWith({ type: undefined });
  await press('Remove the filter Health');
  expect(onSearch).toHaveBeenLastCalledWith({ health: undefined });
  expect(document.activeElement).toBe(filterButton());
});

test('those that do not fit are behind one chip, and all are cleared at once', async () => {
  const five = { type: 'EV', depot: '1', tag: 'night', health: 'fine', archived: '1' };
  const onSearch = await bar(five);
  expect(screen.getAllByRole('button', { name: /^Remove the filter/ })).toHaveLength(3);
  await press('2 more filters on');
  expect(await screen.findByRole('checkbox', { name: 'Archived' })).toHaveProperty('checked', true);
  await press('Clear all filters');
  expect(onSearch).toHaveBeenLastCalledWith(LIST.none);
  await press('Clear filters');
  expect(onSearch).toHaveBeenCalledTimes(2);
});

test('one that is on or off is switched in the panel, and a chip shows it', async () => {
  const onSearch = await bar({ archived: '1' });
  fireEvent.click(filterButton());
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Archived' }));
  expect(onSearch).toHaveBeenLastCalledWith({ archived: undefined });
});

test('Enter applies a text, without surrounding spaces', async () => {
  const onSearch = await bar();
  fireEvent.click(filterButton());
  await press('Operator: Any operator');
  const field = screen.getByRole('textbox', { name: 'Operator' });
  fireEvent.change(field, { target: { value: ' Ada ' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(onSearch).toHaveBeenCalledExactlyOnceWith({ operator: 'Ada' });
});

test('shows values being read or failed, and reads them again', async () => {
  const refetch = vi.fn<() => void>();
  await bar({}, { error: new Error('away'), refetch });
  fireEvent.click(filterButton());
  await press('Tag: Any tag');
  expect(screen.getByRole('alert').textContent).toContain('The values could not be read');
  await press('Try again');
  expect(refetch).toHaveBeenCalledTimes(1);
});

test('a period is a chip in the console’s date format', async () => {
  const onSearch = await bar({ from: '2026-03-01', to: '2026-03-22' });
  expect(screen.getByRole('button', { name: 'Sent 1–22 Mar 2026' })).toBeTruthy();
  await press('Remove the filter Sent');
  expect(onSearch).toHaveBeenLastCalledWith({ from: undefined, to: undefined });
});
