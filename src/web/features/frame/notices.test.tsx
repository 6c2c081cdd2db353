import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { show } from '../../testing/render.tsx';
import { batch, uuid } from '../../testing/samples.ts';
import { Notices } from './notices.tsx';

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
