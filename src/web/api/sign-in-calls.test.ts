import { afterEach, expect, test, vi } from 'vitest';
import type { SessionAnswer } from '../../contract/console/session.ts';
import { ApiError } from './client.ts';
import { readSession, SIGN_IN } from './sign-in-calls.ts';

const SESSION: SessionAnswer = {
  operator: null,
  signIn: { demo: [], password: true, setup: false },
  embedded: false,
};

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Answers requests in turn: null is no answer. @returns what was asked */
function answering(...statuses: (number | null)[]): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    asked.push(`${method ?? ''} ${url}`);
    const status = statuses[asked.length - 1] ?? null;
    if (status === null) throw new TypeError('reset');
    return new Response(JSON.stringify(SESSION), { status });
  });
  return asked;
}

test('each way of signing in asks its own address and answers the session', async () => {
  const asked = answering(200, 200, 200, 200);
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

test('reading the session is tried a second time, and then fails', async () => {
  vi.useFakeTimers();
  const again = answering(null, 200);
  const read = readSession();
  await vi.runAllTimersAsync();
  expect(await read).toEqual(SESSION);
  expect(again).toHaveLength(2);

  const never = answering(null, null, 200);
  const failed = readSession().catch((thrown: unknown) => thrown);
  await vi.runAllTimersAsync();
  expect(await failed).toBeInstanceOf(ApiError);
  expect(never).toHaveLength(2);
});
