import { fireEvent, screen } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { expect, test, vi } from 'vitest';
import { collective, problem } from '../../testing/samples.ts';
import { show } from '../../testing/render.tsx';
import { CollectivesView } from './collectives-view.tsx';

const AS_OF = '2026-03-02T14:02:31Z';

function view(change: Partial<ComponentProps<typeof CollectivesView>>) {
  return show(
    <CollectivesView
      data={{ collectives: [collective(['EV']).collective], asOf: AS_OF }}
      error={null}
      fetching={false}
      onRefresh={() => {}}
      query=""
      onQuery={() => {}}
      importDenial="The role operator may not change the directory."
      importControl={<button type="button">Import</button>}
      {...change}
    />,
  );
}

test('while it is read, that is said', async () => {
  await view({ data: undefined });
  expect(screen.getByLabelText('Reading the Collectives')).toBeTruthy();
});

test('a failure shows the server’s words and can be tried again', async () => {
  const onRefresh = vi.fn<() => void>();
  await view({ data: undefined, error: problem('store_unavailable', 503, 'Disk full'), onRefresh });
  expect(screen.getByRole('alert').textContent).toContain('Disk full');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(onRefresh).toHaveBeenCalledTimes(1);
});

test('an empty directory offers the import to those who may, and names who can to the others', async () => {
  await view({ data: { collectives: [], asOf: AS_OF }, importDenial: null });
  expect(screen.getByRole('button', { name: 'Import' })).toBeTruthy();
});

test('an empty directory tells the others why they cannot', async () => {
  await view({ data: { collectives: [], asOf: AS_OF } });
  expect(screen.queryByRole('button', { name: 'Import' })).toBeNull();
  expect(screen.getByText(/Ask an administrator/).textContent).toContain('may not change');
});

test('rows stay when a refresh fails, and it is said since when they are old', async () => {
  await view({ error: problem('internal', 500) });
  expect(screen.getByRole('link', { name: 'Depot' })).toBeTruthy();
  expect(screen.getByText(/Could not refresh since/)).toBeTruthy();
});

test('a filter without a match offers to show all', async () => {
  const onQuery = vi.fn<(query: string) => void>();
  await view({ query: 'harbour', onQuery });
  expect(screen.getByText('No Collective matches “harbour”.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Show all' }));
  expect(onQuery).toHaveBeenCalledWith('');
});
