import { afterEach, expect, test } from 'vitest';
import { currentView, opening, viewSearchOf } from './current-view.ts';
import { deleteView, savedViews, saveView } from './saved-views.ts';

afterEach(() => {
  localStorage.clear();
});

const BUILT_IN = [
  { name: 'All', search: {} },
  { name: 'Failed', search: { outcome: 'failed' } },
] as const;

test('views are saved by name, and unreadable ones are ignored', () => {
  expect(saveView('entities', { name: 'Night', search: { tag: 'night' } })).toBe(true);
  expect(saveView('entities', { name: 'Night', search: { tag: 'late' } })).toBe(true);
  expect(savedViews('entities')).toEqual([{ name: 'Night', search: { tag: 'late' } }]);
  expect(savedViews('collectives')).toEqual([]);
  deleteView('entities', 'Night');
  expect(savedViews('entities')).toEqual([]);
  localStorage.setItem('gridhelm-views-entities', '{"not":"a list"}');
  expect(savedViews('entities')).toEqual([]);
  localStorage.setItem('gridhelm-views-entities', 'not JSON');
  expect(savedViews('entities')).toEqual([]);
});

test('the current view is the one whose filters are on, whatever the order and the columns', () => {
  expect(currentView({}, BUILT_IN, [])).toEqual({ kind: 'built-in', name: 'All' });
  const failed = { cols: 'name', outcome: 'failed', sort: 'energy' };
  expect(currentView(failed, BUILT_IN, [])).toEqual({ kind: 'built-in', name: 'Failed' });
  expect(currentView({ ...failed, q: 'van' }, BUILT_IN, [])).toBeNull();
});

test('a saved view is the current one with its order and columns alone', () => {
  const saved = [{ name: 'Mine', search: { sort: 'energy', outcome: 'failed' } }];
  const now = viewSearchOf({ outcome: 'failed', sort: 'energy', q: undefined });
  expect(currentView(now, BUILT_IN, saved)).toEqual({ kind: 'saved', name: 'Mine' });
  const other = { outcome: 'failed', sort: 'name' };
  expect(currentView(other, BUILT_IN, saved)).toEqual({ kind: 'built-in', name: 'Failed' });
});

test('a built-in view clears the filters and keeps order and columns', () => {
  const now = { q: 'van', type: 'EV', sort: 'energy', cols: 'name,type' };
  expect(opening({ outcome: 'failed' }, now)).toEqual({
    outcome: 'failed',
    sort: 'energy',
    cols: 'name,type',
  });
});
