import { afterEach, expect, test } from 'vitest';
import { isSame, opening, savedViews, storeViews, viewSearchOf, withView } from './saved-views.ts';

afterEach(() => {
  localStorage.clear();
});

test('views are saved by name, and unreadable ones are ignored', () => {
  const night = withView([], { name: 'Night', search: { tag: 'night' } });
  const late = withView(night, { name: 'Night', search: { tag: 'late' } });
  expect(storeViews('entities', late)).toBe(true);
  expect(savedViews('entities')).toEqual([{ name: 'Night', search: { tag: 'late' } }]);
  expect(savedViews('collectives')).toEqual([]);
  localStorage.setItem('gridhelm-views-entities', '{"not":"a list"}');
  expect(savedViews('entities')).toEqual([]);
  localStorage.setItem('gridhelm-views-entities', 'not JSON');
  expect(savedViews('entities')).toEqual([]);
});

test('a view is current if the address has the same parameters in any order', () => {
  const now = viewSearchOf({ outcome: 'failed', sort: 'energy', q: undefined });
  expect(isSame(now, { sort: 'energy', outcome: 'failed' })).toBe(true);
  expect(isSame(now, { outcome: 'failed' })).toBe(false);
  expect(isSame({}, now)).toBe(false);
});

test('a built-in view clears the filters and keeps order and columns', () => {
  const now = { q: 'van', type: 'EV', sort: 'energy', cols: 'name,type' };
  expect(opening({ outcome: 'failed' }, now)).toEqual({
    outcome: 'failed',
    sort: 'energy',
    cols: 'name,type',
  });
});
