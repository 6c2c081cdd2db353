import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { SessionAnswer } from '../../../contract/console/session.ts';
import { onConfirmedElsewhere } from '../../api/confirmed-elsewhere.ts';
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
  await show(<SignInPage search={search} onEntered={onEntered} onAnswerTaken={() => {}} />);
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
  await show(<SignInPage search={{}} onEntered={onEntered} onAnswerTaken={() => {}} />);
  // The first read is repeated once by itself.
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Continue as operator' })).not.toBeNull();
  expect(onEntered).not.toHaveBeenCalled();
  // An operator has signed in in another tab.
  fireEvent(document, new Event('visibilitychange', { bubbles: true }));
  await vi.waitFor(() => expect(onEntered).toHaveBeenCalledWith(ENTERED, '/'));
  expect(fetched).toHaveBeenCalledTimes(4);
});

test('a page of another site is not returned to, even if the tab kept it', async () => {
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json(url.endsWith('/answer') ? { ...ENTERED, confirmed: false } : SESSION),
  );
  sessionStorage.setItem('gridhelm-return-to of nobody', '"https://evil.example/"');
  const onEntered = vi.fn<(answer: SessionAnswer, href: string) => Promise<void>>(async () => {});
  const search = { state: 's', code: 'c' };
  await show(<SignInPage search={search} onEntered={onEntered} onAnswerTaken={() => {}} />);
  await vi.waitFor(() => expect(onEntered).toHaveBeenCalledOnce());
  expect(onEntered.mock.calls[0]?.[1]).toBe('/');
  sessionStorage.clear();
});

test('what the provider answered is sent on once and leaves the address; a refusal stands in one sentence', async () => {
  const words = 'The keys of id.example have just changed. Sign in again.';
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string | null }) => {
    if (body === null) {
      return Response.json({ ...SESSION, signIn: { ...SESSION.signIn, provider: 'id.example' } });
    }
    sent.push([url, JSON.parse(body)]);
    const problem = { code: 'not_signed_in', source: 'console', upstreamStatus: null };
    const errors = [{ code: null, message: words, description: null }];
    return Response.json({ ...problem, errors, requestId: 'r' }, { status: 401 });
  });
  sessionStorage.setItem('gridhelm-return-to of nobody', '"/batches?page=2"');
  const taken = vi.fn<(returnTo: string) => void>();
  const search = { state: 'the state', code: 'the code' };
  await show(<SignInPage search={search} onEntered={async () => {}} onAnswerTaken={taken} />);
  expect((await screen.findByRole('alert')).textContent).toBe(`Not signed in: ${words}`);
  expect(sent).toEqual([['/auth/provider/answer', search]]);
  expect(taken).toHaveBeenCalledExactlyOnceWith('/batches?page=2');
  sessionStorage.clear();
});

test('after a confirmation the tab says to close it, and the other tabs hear of it', async () => {
  const signedIn = { ...ENTERED, byProvider: true };
  vi.stubGlobal('fetch', async (url: string) =>
    Response.json(url.endsWith('/answer') ? { ...signedIn, confirmed: true } : signedIn),
  );
  const heard = vi.fn<() => void>();
  const stop = onConfirmedElsewhere(heard);
  const entered = vi.fn<() => Promise<void>>(async () => {});
  await show(
    <SignInPage search={{ state: 's', code: 'c' }} onEntered={entered} onAnswerTaken={() => {}} />,
  );
  expect(await screen.findByRole('heading', { name: 'It is you' })).not.toBeNull();
  await vi.waitFor(() => expect(heard).toHaveBeenCalledOnce());
  expect(entered).not.toHaveBeenCalled();
  stop();
});
