import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { show } from '../testing/render.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { SendObstacle } from './send-obstacle.ts';

async function ask(typed?: string, obstacle: string | null = null) {
  const onConfirm = vi.fn<() => void>();
  await show(
    <SendObstacle value={obstacle}>
      <ConfirmDialog
        title="Remove Ada?"
        {...(typed === undefined ? {} : { typed })}
        act="Remove Ada"
        sending={{ isPending: false, error: null }}
        failed="Ada was not removed"
        onConfirm={onConfirm}
        onClose={() => {}}
      >
        Ada loses the access.
      </ConfirmDialog>
    </SendObstacle>,
  );
  return { onConfirm, button: screen.getByRole('button', { name: 'Remove Ada' }) };
}

test('the button needs the typed name; invisible spaces do not count', async () => {
  const { button, onConfirm } = await ask('Ada  Lovelace ');
  const field = screen.getByLabelText(/to confirm/);
  expect(button).toHaveProperty('disabled', true);
  fireEvent.change(field, { target: { value: 'ada lovelace' } });
  expect(button).toHaveProperty('disabled', true);
  fireEvent.change(field, { target: { value: ' Ada Lovelace' } });
  expect(button).toHaveProperty('disabled', false);
  fireEvent.click(button);
  expect(onConfirm).toHaveBeenCalledTimes(1);
});

test('Enter on the button does nothing', async () => {
  const { button } = await ask();
  expect(fireEvent.keyDown(button, { key: 'Enter' })).toBe(false);
});

test('if nothing can be sent, the button is disabled and says why', async () => {
  const { button } = await ask(undefined, 'This browser is offline.');
  expect(button).toHaveProperty('disabled', true);
  screen.getByText('This browser is offline.');
});
