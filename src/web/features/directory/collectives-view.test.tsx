import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { expect, test, vi } from 'vitest';
import { collectiveFacts, energyDays } from '../../testing/fact-samples.ts';
import { collective, problem, uuid } from '../../testing/samples.ts';
import { show } from '../../testing/render.tsx';
import { CollectivesView } from './collectives-view.tsx';

const AS_OF = '2026-03-02T14:02:31Z';

function view(change: Partial<ComponentProps<typeof CollectivesView>>) {
  return show(
    <CollectivesView
      data={{ collectives: [collective(['EV']).collective], asOf: AS_OF }}
      facts={undefined}
      error={null}
      fetching={false}
      onRefresh={() => {}}
      search={{}}
      onSearch={() => {}}
      denial="The role operator may not change the directory."
      onEdit={null}
      actions={null}
      {...change}
    />,
  );
}

test('the time shown is that of the newest data: records, or facts with batches', async () => {
  const stamp = () => screen.getByText(/^as of/).querySelector('time')?.dateTime;
  const facts = { collectives: [], isBehind: false };
  await view({ facts: { ...facts, asOf: '2026-03-02T14:02:37Z' } });
  expect(stamp()).toBe('2026-03-02T14:02:37Z');
  cleanup();
  await view({ facts: { ...facts, asOf: '2026-03-02T14:02:30Z' } });
  expect(stamp()).toBe(AS_OF);
});

test('announces that the list is being read', async () => {
  await view({ data: undefined });
  expect(screen.getByLabelText('Reading the Collectives')).toBeTruthy();
});

test('a failure shows the server’s message and can be retried', async () => {
  const onRefresh = vi.fn<() => void>();
  await view({ data: undefined, error: problem('store_unavailable', 503, 'Disk full'), onRefresh });
  expect(screen.getByRole('alert').textContent).toContain('Disk full');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onRefresh).toHaveBeenCalledTimes(1);
});

test('an empty directory says how to fill it, and why others cannot', async () => {
  await view({ data: { collectives: [], asOf: AS_OF } });
  expect(screen.getByText(/Add one by its id, or import a JSON or CSV file/)).toBeTruthy();
  expect(screen.getByText(/Ask an administrator/).textContent).toContain('may not change');
});

test('rows stay when a refresh fails, and show since when they are stale', async () => {
  await view({ error: problem('internal', 500) });
  expect(screen.getByRole('link', { name: 'Depot' })).toBeTruthy();
  expect(screen.getByText(/Could not refresh since/)).toBeTruthy();
});

test('offers to show all if a filter has no match', async () => {
  const onSearch = vi.fn<(change: object) => void>();
  await view({ search: { q: 'harbour' }, onSearch });
  expect(screen.getByText('No Collective matches “harbour”.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Show all' }));
  expect(onSearch).toHaveBeenCalledWith(expect.objectContaining({ q: undefined }));
});

test('a header sorts, a second press reverses the order', async () => {
  const onSearch = vi.fn<(change: object) => void>();
  await view({ search: { sort: 'entities', order: 'asc' }, onSearch });
  const header = screen.getByRole('columnheader', { name: /Entities/ });
  expect(header.getAttribute('aria-sort')).toBe('ascending');
  fireEvent.click(within(header).getByRole('button'));
  expect(onSearch).toHaveBeenCalledWith({ sort: 'entities', order: 'desc' });
});

test('unreachable and conflicting records are marked in their rows', async () => {
  const row = {
    ...collective(['EV']).collective,
    conflicts: 2,
    unreachable: { status: 404, at: AS_OF, offboardedAt: null },
  };
  await view({ data: { collectives: [row], asOf: AS_OF } });
  const line = screen.getByRole('row', { name: /Depot/ });
  expect(line.textContent).toContain('2 conflicts');
  const [mark] = screen.queryAllByTitle(/Not reachable with our credentials: not found/);
  expect(line.contains(mark ?? null)).toBe(true);
});

test('columns and filters come from the search; each filter has counts', async () => {
  await view({ search: { cols: 'name,source', type: 'Fleet' } });
  const headers = screen.getAllByRole('columnheader').map((each) => each.textContent);
  expect(headers).toEqual(['Name', 'Known from']);
  fireEvent.click(screen.getByRole('button', { name: 'Type is Fleet' }));
  expect(await screen.findByRole('button', { name: 'Fleet (1)' })).toBeTruthy();
  expect(screen.getByText('an imported file')).toBeTruthy();
});

test('a Collective shows the sums of its Entities, and how many Entities are known', async () => {
  const row = { ...collective(['EV']).collective, entityCount: 4 };
  const energy = { ...energyDays(1), value: 12.5, readOf: { known: 3, of: 4 } };
  const facts = collectiveFacts(row, { energy, silent: 2, unread: 1 });
  await view({
    data: { collectives: [row], asOf: AS_OF },
    facts: { collectives: [facts], isBehind: false, asOf: AS_OF },
  });
  const line = screen.getByRole('row', { name: /Depot/ });
  expect(line.textContent).toContain('12.5 kWh');
  expect(line.textContent).toContain('3 of 4');
  const headers = screen.getAllByRole('columnheader').map((each) => each.textContent);
  expect(headers).toContain('Silent');
  expect(headers).toContain('Never read');
  // No read failed: there is nothing to show.
  expect(headers).not.toContain('Reads fail');
});

test('sessions never read are not zero', async () => {
  const row = { ...collective(['EV']).collective, entityCount: 4 };
  const other = { ...row, id: uuid(77), name: 'Yard' };
  const facts = [collectiveFacts(row, { energy: null }), collectiveFacts(other)];
  await view({
    data: { collectives: [row, other], asOf: AS_OF },
    facts: { collectives: facts, isBehind: false, asOf: AS_OF },
  });
  expect(screen.getByRole('row', { name: /Depot/ }).textContent).toContain('never read');
  expect(screen.getByRole('row', { name: /Yard/ }).textContent).not.toContain('never read');
});

test('partly read sessions and plans are not called never read', async () => {
  const row = { ...collective(['EV']).collective, entityCount: 4 };
  const part = { energy: null, commandsRead: 0, commandsPartly: 2, sessionsPartly: 2 };
  await view({
    data: { collectives: [row], asOf: AS_OF },
    facts: { collectives: [collectiveFacts(row, part)], isBehind: false, asOf: AS_OF },
  });
  const text = screen.getByRole('row', { name: /Depot/ }).textContent;
  expect(text).not.toContain('never read');
  expect(text.split('partly read')).toHaveLength(3);
});
