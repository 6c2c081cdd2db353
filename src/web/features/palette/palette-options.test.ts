import { expect, test } from 'vitest';
import { storeViews } from '../../components/list/saved-views.ts';
import { uuid } from '../../testing/samples.ts';
import { listViews, paletteOptions } from './palette-options.ts';

const PAGES = [
  { to: '/collectives', label: 'Collectives' },
  { to: '/batches', label: 'Activity' },
];
const NOTHING = { collectives: [], entities: [], batches: [], commands: [] };

test('without a text: the dispatch, all pages and actions', () => {
  const groups = paletteOptions('', PAGES, undefined, true).map(({ group }) => group);
  expect(groups).toEqual(['Dispatch', 'Pages', 'Pages', 'Actions', 'Actions', 'Actions']);
});

test('verbs open the dispatch sheet with their Command, if permitted, before the server answers', () => {
  const acts = (text: string, may = true) =>
    paletteOptions(text, PAGES, undefined, may).map(({ to }) => ('act' in to ? to.act : to));
  expect(acts('stop charging')).toEqual([{ dispatch: '1', send: 'StopCharging' }]);
  expect(acts('limit')).toEqual([{ dispatch: '1', send: 'LimitFeedIn' }]);
  expect(acts('dispatch')[0]).toEqual({ dispatch: '1' });
  expect(acts('dispatch')).toHaveLength(7);
  expect(acts('dispatch', false)).toEqual([]);
});

test('a Collective found also offers a dispatch, if permitted', () => {
  const found = { ...NOTHING, collectives: [{ id: uuid(1), name: 'Depot', type: 'Fleet' }] };
  const labels = (may: boolean) =>
    paletteOptions('depot', PAGES, found, may).map(({ label }) => label);
  expect(labels(true)).toEqual(['Depot', 'Dispatch to Depot']);
  expect(labels(false)).toEqual(['Depot']);
});

test('a Command links to its batch', () => {
  const command = { id: uuid(5), dispatchId: uuid(6), entityId: uuid(7), type: 'StopCharging' };
  const [option] = paletteOptions(uuid(5), PAGES, { ...NOTHING, commands: [command] }, true);
  expect(option).toMatchObject({ group: 'Commands', to: { href: `/batches/${uuid(6)}` } });
});

test('an unknown id can still be opened, but only after the server has searched', () => {
  expect(paletteOptions(uuid(9), PAGES, undefined, true)).toEqual([]);
  const options = paletteOptions(uuid(9).toUpperCase(), PAGES, NOTHING, true);
  expect(options.map(({ to }) => to)).toEqual([
    { href: `/entities/${uuid(9)}` },
    { href: `/collectives/${uuid(9)}` },
  ]);
});

test('built-in and saved views are found by their names', () => {
  storeViews('entities', [{ name: 'Depot vans', search: { q: 'depot', type: 'EV' } }]);
  const find = (text: string) =>
    paletteOptions(text, listViews(), undefined, true).map(({ to }) => to);
  expect(find('failed')).toEqual([{ href: '/entities?outcome=failed' }]);
  expect(find('unknown')).toEqual([{ href: '/batches?outcome=unknown' }]);
  expect(find('depot vans')).toEqual([{ href: '/entities?q=depot&type=EV' }]);
});
