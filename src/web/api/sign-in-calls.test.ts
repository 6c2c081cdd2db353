import { afterEach, expect, test, vi } from 'vitest';
import type { SessionAnswer } from '../../contract/console/session.ts';
import { SIGN_IN } from './sign-in-calls.ts';

const SESSION: SessionAnswer = {
  operator: null,
  signIn: { demo: [], password: true, setup: false },
  embedded: false,
};

afterEach(() => {
  vi.unstubAllGlobals();
});

test('each way of signing in asks its own address and answers the session', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    asked.push(`${method ?? ''} ${url}`);
    return Response.json(SESSION);
  });
  const form = { name: 'ada', code: 'a', password: 'correct horse' };
  expect(await SIGN_IN.demo('operator')).toEqual(SESSION);
  expect(await SIGN_IN.password(form)).toEqual(SESSION);
  expect(await SIGN_IN.setup(form)).toEqual(SESSION);
  expect(await SIGN_IN.reset(form)).toEqual(SESSION);
  expect(asked).toEqual([
    'POST /auth/demo',
    'POST /auth/sign-in',
    'POST /auth/setup',
    'POST /auth/reset',
  ]);
});
