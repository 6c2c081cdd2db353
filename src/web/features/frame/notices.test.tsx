import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { show } from '../../testing/render.tsx';
import { batch, uuid } from '../../testing/samples.ts';
import { Notices, STAYS_MS } from './live-updates.tsx';

test('announces the newest three batches that ended, each with a link and a dismiss button', async () => {
  const onDismiss = vi.fn<(id: string) => void>();
  const ended = [1, 2, 3, 4].map(
    (last) =>
      batch([], {
        id: uuid(last),
        collectiveName: `Depot ${last}`,
        verdictCounts: { verified: last },
      }).batch,
  );
  await show(<Notices ended={ended} onDismiss={onDismiss} />);
  const links = within(screen.getByRole('status')).getAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual([
    'Done: Stop charging on Depot 2',
    'Done: Stop charging on Depot 3',
    'Done: Stop charging on Depot 4',
  ]);
  expect(screen.getByText('4 of 4 verified')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: /^Dismiss: .* Depot 3/ }));
  expect(onDismiss).toHaveBeenCalledWith(uuid(3));
});

afterEach(() => {
  vi.useRealTimers();
});

/** Shows the end of a batch, by the counts of its Commands; returns the ids dismissed so far. */
async function endedWith(verdictCounts: Record<string, number>) {
  const dismissed: string[] = [];
  const one = batch([], { id: uuid(1), memberCount: 60, verdictCounts }).batch;
  await show(<Notices ended={[one]} onDismiss={(id) => dismissed.push(id)} />);
  // Set up again with a clock that the test controls.
  vi.useFakeTimers();
  const link = screen.getByRole('link');
  act(() => link.focus());
  act(() => link.blur());
  const pass = (ms: number) => {
    act(() => {
      vi.advanceTimersByTime(ms);
    });
  };
  return { dismissed, link, pass };
}

test('a success disappears after a while, but not while hovered or focused', async () => {
  const { dismissed, link, pass } = await endedWith({ verified: 58, failed: 2 });
  pass(STAYS_MS - 1);
  act(() => link.focus());
  pass(10 * STAYS_MS);
  act(() => link.blur());
  fireEvent.pointerEnter(screen.getByText('58 of 60 verified, 2 failed'));
  pass(10 * STAYS_MS);
  expect(dismissed).toEqual([]);
  fireEvent.pointerLeave(screen.getByText('58 of 60 verified, 2 failed'));
  pass(STAYS_MS);
  expect(dismissed).toEqual([uuid(1)]);
});

test('many failures stay until they are dismissed', async () => {
  const { dismissed, pass } = await endedWith({ verified: 50, failed: 10 });
  pass(100 * STAYS_MS);
  expect(dismissed).toEqual([]);
});
