import { fireEvent, screen, within, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import {
  choiceFacet,
  DEPOT_OPTIONS,
  periodFacet,
  switchFacet,
  textFacet,
} from '../../testing/filter-samples.ts';
import { show } from '../../testing/render.tsx';
import type { FilterFacet } from './facet.ts';
import { FilterBar } from './filter-bar.tsx';

const onClearAll = vi.fn<() => void>();

function bar(...facets: FilterFacet[]) {
  onClearAll.mockClear();
  return show(<FilterBar label="Filters" facets={facets} onClear={onClearAll} />);
}

const filterButton = () => screen.getByRole('button', { name: 'Filter' });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const key = (name: string) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key: name });
const values = (name: string) => screen.getByRole('group', { name });
const focused = () =>
  document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;

test('a filter is chosen from its values with counts, and the panel closes', async () => {
  const onChange = vi.fn<(value: string | null) => void>();
  await bar(choiceFacet('Type', { onChange }), choiceFacet('Tag'));
  fireEvent.click(filterButton());
  press('Type: Any type');
  const list = values('Type');
  const names = within(list)
    .getAllByRole('button')
    .map((each) => each.textContent);
  expect(names).toEqual(['Any type ', 'EV (60)', 'Charge point (40)', 'Battery (20)']);
  fireEvent.click(within(list).getByRole('button', { name: 'Charge point (40)' }));
  expect(onChange).toHaveBeenCalledExactlyOnceWith('ChargePoint');
  await waitFor(() => expect(screen.queryByRole('group')).toBeNull());
  expect(document.activeElement).toBe(filterButton());
});

test('the panel works by keys: arrows move, right opens, Escape leads back, then closes', async () => {
  await bar(choiceFacet('Type', { value: 'Battery' }), choiceFacet('Tag'), switchFacet(false));
  fireEvent.click(filterButton());
  expect(focused()).toBe('Type: Battery');
  key('ArrowDown');
  expect(focused()).toBe('Tag: Any tag');
  key('End');
  expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'Archived' }));
  key('Home');
  key('ArrowRight');
  // The selected value has the focus.
  expect(focused()).toBe('Battery (20)');
  key('ArrowUp');
  expect(focused()).toBe('Charge point (40)');
  key('Escape');
  expect(focused()).toBe('Type: Battery');
  key('Escape');
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Filter' })).toBeNull());
  expect(document.activeElement).toBe(filterButton());
});

test('more than 8 values can be searched, and Enter takes the first match', async () => {
  const onChange = vi.fn<(value: string | null) => void>();
  await bar(choiceFacet('Depot', { options: DEPOT_OPTIONS, onChange }));
  fireEvent.click(filterButton());
  press('Depot: Any depot');
  const field = screen.getByRole('searchbox', { name: 'Find in Depot' });
  expect(document.activeElement).toBe(field);
  expect(within(values('Depot')).getAllByRole('button')).toHaveLength(200);
  expect(screen.getByText('101 more are found by searching.')).toBeTruthy();
  fireEvent.change(field, { target: { value: 'depot 29' } });
  expect(within(values('Depot')).getAllByRole('button')).toHaveLength(11);
  key('ArrowDown');
  expect(focused()).toBe('Depot 29 (272)');
  key('ArrowUp');
  expect(document.activeElement).toBe(field);
  key('Enter');
  expect(onChange).toHaveBeenCalledExactlyOnceWith('29');
});

test('8 values need no search', async () => {
  await bar(choiceFacet('Depot', { options: DEPOT_OPTIONS.slice(0, 8) }));
  fireEvent.click(filterButton());
  press('Depot: Any depot');
  expect(screen.queryByRole('searchbox')).toBeNull();
});

test('a chip opens its own values; × removes it and leaves the focus on Filter', async () => {
  const onChange = vi.fn<(value: string | null) => void>();
  await bar(choiceFacet('Type', { value: 'EV', onChange }));
  press('Type is EV');
  expect(screen.getByRole('button', { name: 'EV (60)' }).getAttribute('aria-pressed')).toBe('true');
  fireEvent.click(screen.getByRole('button', { name: 'Any type' }));
  expect(onChange).toHaveBeenLastCalledWith(null);
  press('Remove the filter Type');
  expect(onChange).toHaveBeenCalledTimes(2);
  expect(document.activeElement).toBe(filterButton());
});

test('a value of a link that no row has stays visible', async () => {
  await bar(choiceFacet('Type', { value: 'Windmill' }));
  expect(screen.getByRole('button', { name: 'Type is Windmill' })).toBeTruthy();
});

test('clears many filters at once; those that do not fit are behind one chip', async () => {
  const five = ['A', 'B', 'C', 'D', 'E'].map((name) => choiceFacet(name, { value: 'EV' }));
  await bar(...five);
  expect(screen.getAllByRole('button', { name: /^Remove the filter/ })).toHaveLength(3);
  press('2 more filters on');
  press('E: EV');
  expect(values('E')).toBeTruthy();
  key('Escape');
  press('Clear all filters');
  expect(onClearAll).toHaveBeenCalledTimes(1);
  press('Clear filters');
  expect(onClearAll).toHaveBeenCalledTimes(2);
});

test('a yes-or-no filter is switched in the panel, and a chip shows it', async () => {
  const onChange = vi.fn<(on: boolean) => void>();
  await bar(switchFacet(true, onChange));
  fireEvent.click(filterButton());
  const box = screen.getByRole('checkbox', { name: 'Archived' });
  expect(box).toHaveProperty('checked', true);
  fireEvent.click(box);
  expect(onChange).toHaveBeenLastCalledWith(false);
  key('Escape');
  press('Remove the filter Archived');
  expect(onChange).toHaveBeenCalledTimes(2);
});

test('Enter applies a text, without surrounding spaces', async () => {
  const onChange = vi.fn<(value: string | null) => void>();
  await bar(textFacet(null, onChange));
  fireEvent.click(filterButton());
  press('Operator: Any operator');
  const field = screen.getByRole('textbox', { name: 'Operator' });
  fireEvent.change(field, { target: { value: ' Ada ' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(onChange).toHaveBeenCalledExactlyOnceWith('Ada');
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('shows values being read or failed, and reads them again', async () => {
  const onRetry = vi.fn<() => void>();
  await bar(
    choiceFacet('Type', { options: undefined }),
    choiceFacet('Tag', { options: undefined, error: new Error('away'), onRetry }),
  );
  fireEvent.click(filterButton());
  press('Type: Any type');
  expect(screen.getByLabelText('Reading the values of Type')).toBeTruthy();
  key('Escape');
  press('Tag: Any tag');
  expect(screen.getByRole('alert').textContent).toContain('The values could not be read');
  press('Try again');
  expect(onRetry).toHaveBeenCalledTimes(1);
});

test('a period is a chip in the console’s date format', async () => {
  const onClear = vi.fn<() => void>();
  await bar(periodFacet({ from: '2026-03-01', to: '2026-03-22', onClear }));
  expect(screen.getByRole('button', { name: 'Sent 1–22 Mar 2026' })).toBeTruthy();
  press('Remove the filter Sent');
  expect(onClear).toHaveBeenCalledTimes(1);
});
