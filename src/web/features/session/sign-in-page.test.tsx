import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { SessionAnswer } from '../../../contract/console/session.ts';
import { ApiError } from '../../api/client.ts';
import { show } from '../../testing/render.tsx';
import { SignInPage } from './sign-in-page.tsx';

const SESSION: SessionAnswer = {
  operator: null,
  signIn: { demo: ['operator'], password: false, setup: false },
  embedded: true,
};
const ENTERED = { ...SESSION, operator: { id: 'a', name: 'Ada', role: 'operator' as const } };

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a session begins at the page asked for, and no button works until this page is left', async () => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(ENTERED)));
  let leave = () => {};
  const onEntered = vi.fn<() => Promise<void>>(
    () =>
      new Promise((resolve) => {
        leave = resolve;
      }),
  );
  const read = async () => SESSION;
  const search = { returnTo: '/batches?page=2' };
  await show(<SignInPage search={search} read={read} onEntered={onEntered} />);
  const button = await screen.findByRole('button', { name: 'Continue as operator' });
  fireEvent.click(button);
  await vi.waitFor(() => expect(onEntered).toHaveBeenCalledWith(ENTERED, '/batches?page=2'));
  expect(button).toHaveProperty('disabled', true);
  leave();
  await vi.waitFor(() => expect(button).toHaveProperty('disabled', false));
});

test('a session that cannot be read is read again on pressing the button, once the browser is online, and with the focus', async () => {
  const read = vi
    .fn<() => Promise<SessionAnswer>>()
    .mockRejectedValueOnce(new ApiError('network', 'reset'))
    .mockRejectedValueOnce(new ApiError('network', 'reset'))
    .mockResolvedValue(SESSION);
  const onEntered = async () => undefined;
  await show(<SignInPage search={{}} read={read} onEntered={onEntered} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2));
  fireEvent(window, new Event('online'));
  expect(await screen.findByRole('button', { name: 'Continue as operator' })).not.toBeNull();
  // An operator may have signed in in another tab.
  fireEvent(window, new Event('focus'));
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(4));
});
