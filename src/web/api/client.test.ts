import { afterEach, describe, expect, test, vi } from 'vitest';
import { BATCH_ROUTES } from '../../contract/console/batch-routes.ts';
import { DIRECTORY_ROUTES } from '../../contract/console/directory-routes.ts';
import { OVERVIEW_ROUTES } from '../../contract/console/overview.ts';
import { SESSION_ROUTES } from '../../contract/console/session-routes.ts';
import type { SessionAnswer } from '../../contract/console/session.ts';
import { ENDPOINTS } from '../../contract/endpoints.ts';
import { uuid } from '../testing/samples.ts';
import { ApiError, call, callWith, send } from './client.ts';
import { showPageOf } from './page-operator.ts';
import { currentReach } from './reachability.ts';
import { SIGN_IN } from './sign-in-calls.ts';

interface Asked {
  url: string;
  init: RequestInit;
}

/** Answers every request alike and records it. */
function answerWith(make: () => Response | Promise<Response>): Asked[] {
  const asked: Asked[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push({ url, init });
    return make();
  });
  return asked;
}

function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status });
}

async function failureOf(called: Promise<unknown>): Promise<ApiError> {
  const thrown: unknown = await called.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(thrown instanceof ApiError)) throw new Error(`No ApiError: ${String(thrown)}`);
  return thrown;
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('a route of the console', () => {
  test('fills the path, sends the console header, parses the answer', async () => {
    const asked = answerWith(() =>
      json({
        batches: [],
        others: [],
        next: null,
        operators: [],
        version: 1,
        asOf: '2026-01-01T00:00:00Z',
      }),
    );
    const answer = await call(BATCH_ROUTES.batches, {
      query: { collectiveId: uuid(1), limit: undefined },
    });
    expect(answer.batches).toEqual([]);
    expect(asked[0]?.url).toBe(`/api/console/batches?collectiveId=${uuid(1)}`);
    const headers = new Headers(asked[0]?.init.headers);
    expect(headers.get('X-Gridhelm')).toBe('1');
    expect(headers.has('Content-Type')).toBe(false);
  });

  test('a change asked for again while it is on its way is sent once, another or a later one again', async () => {
    let answer = () => {};
    const asked = answerWith(
      () =>
        new Promise((resolve) => {
          answer = () => resolve(new Response(null, { status: 204 }));
        }),
    );
    const hide = (key: string) => call(OVERVIEW_ROUTES.dismissAttention, { body: { key } });
    const twice = [hide('silent'), hide('silent')];
    expect(asked).toHaveLength(1);
    answer();
    expect(await Promise.all(twice)).toEqual([null, null]);
    void hide('silent');
    void hide('failing');
    expect(asked).toHaveLength(3);
  });

  test('names the operator whom the page shows, and the sign-in page names nobody', async () => {
    const asked = answerWith(() => json({}, 409));
    showPageOf({ id: 'demo-operator', name: 'Jonas Verbeek', role: 'operator' });
    await failureOf(call(DIRECTORY_ROUTES.collectives));
    await failureOf(call(SESSION_ROUTES.signOut));
    await send('GET', '/api/console/live', {});
    showPageOf(null);
    await failureOf(call(SESSION_ROUTES.session));
    const named = asked.map(({ init }) => new Headers(init.headers).get('X-Gridhelm-Operator'));
    expect(named).toEqual(['demo-operator', 'demo-operator', 'demo-operator', null]);
  });

  test('an explained failure keeps the server’s words and status', async () => {
    answerWith(() =>
      json(
        {
          code: 'upstream_refused',
          source: 'service',
          errors: [{ code: 'E1', message: 'No', description: null }],
          upstreamStatus: 400,
          requestId: 'r1',
        },
        502,
      ),
    );
    const failure = await failureOf(call(DIRECTORY_ROUTES.collectives));
    expect(failure).toMatchObject({ kind: 'problem', status: 502 });
    expect(failure.problem?.errors[0]?.message).toBe('No');
  });

  test('an answer that breaks the contract is unreadable, and the error names the field', async () => {
    answerWith(() => json({ collectives: 'none', asOf: '2026-01-01T00:00:00Z' }));
    const failure = await failureOf(call(DIRECTORY_ROUTES.collectives));
    expect(failure.kind).toBe('unreadable');
    expect(failure.message).toContain('collectives');
  });

  test.each(['', '<html>', '{'])('a body of %j is unreadable', async (body) => {
    answerWith(() => new Response(body, { status: 200 }));
    expect((await failureOf(call(DIRECTORY_ROUTES.collectives))).kind).toBe('unreadable');
  });

  test('no answer is a network failure, and the server counts as unreachable until one arrives', async () => {
    answerWith(() => Promise.reject(new TypeError('refused')));
    expect((await failureOf(call(DIRECTORY_ROUTES.collectives))).kind).toBe('network');
    expect(currentReach()).toBe('unreachable');
    answerWith(() => json({}, 500));
    await failureOf(call(DIRECTORY_ROUTES.collectives));
    expect(currentReach()).toBe('online');
  });

  test('an aborted call is not a network failure', async () => {
    const controller = new AbortController();
    answerWith(() => {
      controller.abort(new Error('left the page'));
      return Promise.reject(new Error('left the page'));
    });
    await expect(
      callWith(DIRECTORY_ROUTES.collectives, { signal: controller.signal }),
    ).rejects.toThrow('left the page');
    expect(currentReach()).toBe('online');
  });
});

describe('an endpoint of the Service', () => {
  test('goes through the proxy with names of this project and a JSON body', async () => {
    const asked = answerWith(() => json({ batchId: uuid(5), commands: null }, 201));
    const answer = await call(ENDPOINTS.sendCommand, {
      params: { collectiveId: uuid(1) },
      query: { ignoreCooldown: true },
      body: { type: 'StopCharging', value: null },
    });
    expect(answer.commands).toEqual([]);
    expect(asked[0]?.url).toBe(`/api/v1/collectives/${uuid(1)}/commands?ignoreCooldown=true`);
    expect(asked[0]?.init.body).toBe('{"type":"StopCharging","value":null}');
    expect(new Headers(asked[0]?.init.headers).get('Content-Type')).toBe('application/json');
  });
});

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
