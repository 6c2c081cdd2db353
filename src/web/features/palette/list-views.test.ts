import { expect, test } from 'vitest';
import { storeViews } from '../../components/list/saved-views.ts';
import { listViews, paletteOptions } from './palette-options.ts';

test('built-in and saved views are found by their names', () => {
  storeViews('entities', [{ name: 'Depot vans', search: { q: 'depot', type: 'EV' } }]);
  const find = (text: string) =>
    paletteOptions(text, listViews(), undefined, true).map(({ to }) => to);
  expect(find('failed')).toEqual([{ href: '/entities?outcome=failed' }]);
  expect(find('unknown')).toEqual([{ href: '/batches?outcome=unknown' }]);
  expect(find('depot vans')).toEqual([{ href: '/entities?q=depot&type=EV' }]);
});
