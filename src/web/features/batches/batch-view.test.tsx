import { fireEvent, screen, within } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { expect, test, vi } from 'vitest';
import { batch, problem, row, uuid } from '../../testing/samples.ts';
import { show } from '../../testing/render.tsx';
import { BatchView } from './batch-view.tsx';

const DONE = { status: 'Succeeded' };
const rows = [
  row(1, { ...DONE, verification: { status: 'Succeeded', completedAt: null, error: null } }),
  row(2, DONE),
  row(3, { status: 'Failed', error: { title: 'Offline', description: 'No answer' } }),
  row(4, { status: 'Failed', error: { title: 'Offline', description: 'No answer' } }),
  row(5, { status: 'Dreaming' }),
  row(6, { status: null, commandId: null }),
];

function view(change: Partial<ComponentProps<typeof BatchView>>) {
  return show(
    <BatchView
      batchId={uuid(800)}
      data={batch(rows)}
      error={null}
      fetching={false}
      onRefresh={() => {}}
      search={{}}
      onSearch={() => {}}
      {...change}
    />,
  );
}

function tableRows(): HTMLElement[] {
  return within(screen.getByRole('table')).getAllByRole('row').slice(1);
}

test('a tile per verdict counts, and only what is proven is called verified', async () => {
  await view({});
  const names = within(screen.getByRole('group', { name: 'Show only' }))
    .getAllByRole('button')
    .map((tile) => tile.getAttribute('aria-label'));
  expect(names).toEqual([
    'Acknowledged: 1, 17 %',
    'Verified: 1, 17 %',
    'Failed: 2, 33 %',
    'No Command returned: 1, 17 %',
    'Unrecognised status: 1, 17 %',
  ]);
});

test('pressing a tile asks for its rows, pressing it again for all', async () => {
  const onSearch = vi.fn<(change: object) => void>();
  await view({ onSearch });
  fireEvent.click(screen.getByRole('button', { name: /^Failed: 2/ }));
  expect(onSearch).toHaveBeenLastCalledWith({ verdict: 'failed' });
});

test('a chosen verdict shows its rows alone, and its tile is pressed', async () => {
  const onSearch = vi.fn<(change: object) => void>();
  await view({ search: { verdict: 'failed' }, onSearch });
  expect(tableRows()).toHaveLength(2);
  const tile = screen.getByRole('button', { name: /^Failed: 2/ });
  expect(tile.getAttribute('aria-pressed')).toBe('true');
  fireEvent.click(tile);
  expect(onSearch).toHaveBeenLastCalledWith({ verdict: undefined });
});

test('errors are in the devices’ own words, counted and per row', async () => {
  await view({});
  expect(screen.getByText('What the devices said').parentElement?.textContent).toContain('2 ×');
  expect(screen.getAllByTitle('Offline: No answer')).toHaveLength(2);
});

test('a status that nobody knows is shown as it came', async () => {
  await view({});
  expect(screen.getByText('Dreaming')).toBeTruthy();
});

test('the document’s title tells the progress while anything can change', async () => {
  await view({});
  expect(document.title).toContain('(5/6) Stop charging on 6 entities');
});

test('an unknown outcome is neither a failure nor a tally', async () => {
  const data = batch([row(1, { status: null, commandId: null })], {
    outcome: 'unknown',
    unknownCause: 'The connection was reset.',
  });
  await view({ data });
  const banner = screen.getByRole('alert').textContent;
  expect(banner).toContain('It is not known whether this reached the devices');
  expect(banner).toContain('The connection was reset.');
  expect(screen.queryByText(/final state/)).toBeNull();
  expect(within(tableRows()[0] ?? document.body).getByText('Outcome unknown')).toBeTruthy();
});

test('a refusal shows status and words of the Service', async () => {
  const data = batch([], {
    outcome: 'refused',
    settled: true,
    refusal: { status: 409, errors: [{ code: 'LOCK', message: 'Locked', description: null }] },
  });
  await view({ data });
  const banner = screen.getByRole('alert').textContent;
  expect(banner).toContain('409');
  expect(banner).toContain('Locked (LOCK)');
});

test('a row that could not be read says since when it is old', async () => {
  await view({ data: batch([row(1, { readError: 'time-out' })]) });
  expect(screen.getByTitle('The last reading failed: time-out').textContent).toContain(
    'not read since',
  );
});

test('a batch that was read stays when a refresh fails; one that was not says why', async () => {
  await view({ error: problem('internal', 500) });
  expect(tableRows()).toHaveLength(6);
  expect(screen.getByText(/Could not refresh since/)).toBeTruthy();
});

test('an unknown batch says so', async () => {
  await view({ data: undefined, error: problem('not_found', 404, 'No such batch') });
  expect(screen.getByRole('alert').textContent).toContain('No such batch');
});

test('a scheduled batch names the time of each Command with its zone', async () => {
  await view({ data: batch([row(1)], { kind: 'schedule' }) });
  expect(tableRows()[0]?.textContent).toMatch(/2 Mar 2026, \d\d:02:31 UTC/);
});
