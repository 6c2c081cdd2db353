import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { SessionAnswer } from '../../../contract/console/session.ts';
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
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json(url.startsWith('/auth/') ? ENTERED : SESSION),
  );
  let leave = () => {};
  const onEntered = vi.fn<() => Promise<void>>(
    () =>
      new Promise((resolve) => {
        leave = resolve;
      }),
  );
  const search = { returnTo: '/batches?page=2' };
  await show(<SignInPage search={search} onEntered={onEntered} />);
  const button = await screen.findByRole('button', { name: 'Continue as operator' });
  fireEvent.click(button);
  await vi.waitFor(() => expect(onEntered).toHaveBeenCalledWith(ENTERED, '/batches?page=2'));
  expect(button).toHaveProperty('disabled', true);
  leave();
  await vi.waitFor(() => expect(button).toHaveProperty('disabled', false));
});

test('a session that cannot be read is read again on pressing the button, and once the page is in view again', async () => {
  const fetched = vi
    .fn<() => Promise<Response>>()
    .mockRejectedValueOnce(new TypeError('reset'))
    .mockRejectedValueOnce(new TypeError('reset'))
    .mockResolvedValueOnce(Response.json(SESSION))
    .mockResolvedValue(Response.json(ENTERED));
  vi.stubGlobal('fetch', fetched);
  const onEntered = vi.fn<() => Promise<void>>(async () => {});
  await show(<SignInPage search={{}} onEntered={onEntered} />);
  // The first read is repeated once by itself.
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Continue as operator' })).not.toBeNull();
  expect(onEntered).not.toHaveBeenCalled();
  // An operator has signed in in another tab.
  fireEvent(document, new Event('visibilitychange', { bubbles: true }));
  await vi.waitFor(() => expect(onEntered).toHaveBeenCalledWith(ENTERED, '/'));
  expect(fetched).toHaveBeenCalledTimes(4);
});
