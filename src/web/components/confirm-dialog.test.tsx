import { fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { show } from '../testing/render.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';

async function ask(typed?: string) {
  const onConfirm = vi.fn<() => void>();
  await show(
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
    </ConfirmDialog>,
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
