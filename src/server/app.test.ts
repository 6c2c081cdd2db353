import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { PROXY_PREFIX } from '../contract/console/headers.ts';
import { CONSOLE_ROUTES } from '../contract/console/routes.ts';
import { CARS, FLEET } from './testing/console-harness.ts';
import { consoleOfAllTests } from './testing/started-console.ts';

const ID = 'aaaaaaaa-0000-4000-8000-000000000001';
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

const fill = (path: string) => path.replace(/\{\w+\}/g, ID);
const LISTED = [
  ...Object.values(ENDPOINTS).map(({ method, path }) => ({ method, path: PROXY_PREFIX + path })),
  ...Object.values(CONSOLE_ROUTES).filter(({ path }) => path.startsWith('/api/')),
].map(({ method, path }) => ({ method, path: fill(path) }));
const API_PATHS = [...new Set(LISTED.map(({ path }) => path))];
const UNSAFE_AUTH = ['/auth/demo', '/auth/sign-in', '/auth/setup', '/auth/sign-out'];

describe('the guard of every route', () => {
  let cookie: string;
  let origin: string;
  const started = consoleOfAllTests({ config: { logLevel: 'warn' } });
  beforeAll(async () => {
    cookie = await started.gridhelm.signIn('administrator');
    origin = started.gridhelm.running.origin;
  });
  beforeEach(() => {
    started.fake.seen.length = 0;
    started.fake.tokenRequests.length = 0;
  });
  const nothingWasSent = () => expect(started.fake.seen).toEqual([]);

  test.each<[string, Record<string, string>]>([
    ['no static header', { 'sec-fetch-site': 'same-origin' }],
    ['a wrong static header', { 'x-gridhelm': '2', 'sec-fetch-site': 'same-origin' }],
    ['a request from another site', { 'x-gridhelm': '1', 'sec-fetch-site': 'cross-site' }],
    ['a request from a sibling site', { 'x-gridhelm': '1', 'sec-fetch-site': 'same-site' }],
    ['another origin', { 'x-gridhelm': '1', origin: 'https://evil.example' }],
    ['an opaque origin', { 'x-gridhelm': '1', origin: 'null' }],
    ['a token instead of a session', { authorization: `Bearer gridhelm_${'A'.repeat(43)}` }],
  ])('%s: 403 for every method of every API route', async (_name, headers) => {
    // A made-up token is unknown where tokens are taken; elsewhere it is no header of the page.
    const refused = headers['authorization'] === undefined ? [403] : [401, 403];
    expect(API_PATHS.length).toBeGreaterThan(50);
    for (const path of API_PATHS) {
      for (const method of METHODS) {
        const asked = { method, path, headers: { ...headers, cookie } };
        const { status } = await started.gridhelm.ask(asked);
        expect(refused, `${method} ${path}`).toContain(status);
      }
    }
    nothingWasSent();
  });

  test('an unsafe request without an origin: 403, sign-in included', async () => {
    const headers = { 'x-gridhelm': '1', cookie };
    for (const path of [...API_PATHS, ...UNSAFE_AUTH]) {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        const reply = await started.gridhelm.ask({ method, path, headers });
        expect([method, path, reply.status]).toEqual([method, path, 403]);
      }
    }
    nothingWasSent();
  });

  test.each([
    ['PATCH', fill(PROXY_PREFIX + ENDPOINTS.cancelCommand.path), {}, undefined],
    [
      'POST',
      `/api/v1/collectives/${FLEET}/commands`,
      { 'content-type': 'text/plain', origin: 'https://evil.example' },
      '{"type":"StopCharging"}',
    ],
  ])(
    '%s: a form post and a body-less PATCH of a foreign page: 403',
    async (method, path, headers, body) => {
      const asked = { method, path, headers: { cookie, ...headers }, ...(body && { body }) };
      expect((await started.gridhelm.ask(asked)).status).toBe(403);
      nothingWasSent();
    },
  );

  test('an origin of our own is enough for a script', async () => {
    const headers = { 'x-gridhelm': '1', origin, cookie };
    const reply = await started.gridhelm.ask({ path: '/api/console/collectives', headers });
    expect(reply.status).toBe(200);
  });

  test('not signed in: 401 as JSON for every listed method', async () => {
    for (const { method, path } of LISTED) {
      const reply = await started.send(`${method} ${path}`);
      expect([method, path, ...reply.code()]).toEqual([method, path, 401, 'not_signed_in']);
      expect(reply.headers.location).toBeUndefined();
    }
    nothingWasSent();
  });

  test.each([
    ['PUT', `/api/v1/collectives/${FLEET}/commands`, 'POST'],
    ['DELETE', `/api/v1/entities/${ID}/features`, 'GET, PATCH'],
  ])(
    '%s %s: a method that a path does not support: 405 with Allow',
    async (method, path, allow) => {
      const reply = await started.send(`${method} ${path}`, cookie);
      expect([...reply.code(), reply.headers.allow]).toEqual([405, 'method_not_allowed', allow]);
      nothingWasSent();
    },
  );

  const good = `/api/v1/entities/${CARS[0]}/features`;
  test.each([
    `/api/v1/entities/..%2f..%2fadmin/features`,
    `/api/v1/entities/%2e%2e/features`,
    `/api/v1/entities/../features`,
    `/api/v1/entities/%252e%252e/features`,
    `/api//v1/entities/${CARS[0]}/features`,
    `/api/v1/entities//features`,
    `/api/v1/entities/${CARS[0]};a=b/features`,
    `/api/v1/entities/${CARS[0]}\\features`,
    `/api/v1/entities/%5c..%5c/features`,
    `/api/v1/entities/${CARS[0]}%23/features`,
    `/api/v1/entities/${CARS[0]}#x/features`,
    `/api/v1/entities/${CARS[0]}%00/features`,
    `${good}/`,
    `/%61pi/v1/entities/${CARS[0]}/features`,
    `/api%2fv1/entities/${CARS[0]}/features`,
    `//api/v1/entities/${CARS[0]}/features`,
    `/API/v1/entities/${CARS[0]}/features`,
    `/api/v1/entities/%zz/features`,
    `/api/v1/entities/${'a'.repeat(8192)}/features`,
    `/api/v1/entities/${CARS[0]}`,
    '/api/v1/admin',
    '/api/nope',
    '/api',
    '/api/',
    '/auth/nope',
  ])('%s does not exist: 404 as JSON and nothing goes upstream', async (path) => {
    const reply = await started.send(`GET ${path}`, cookie, undefined, { accept: 'text/html' });
    expect(reply.code()).toEqual([404, 'not_found']);
    nothingWasSent();
  });

  test('an id that is not a UUID is named, and nothing goes upstream', async () => {
    const reply = await started.send('GET /api/v1/entities/not-a-uuid/features', cookie);
    expect([reply.status, reply.problem().errors[0]?.code]).toEqual([400, 'entityId']);
    nothingWasSent();
  });

  test('answers carry no CORS header, no server name, and are not stored', async () => {
    const headers = { 'access-control-allow-origin': '*', 'set-cookie': 'a=b', server: 'x' };
    started.fake.answer = () => ({ status: 200, body: [], headers });
    const reply = await started.send(`GET ${good}`, cookie, undefined, { origin });
    expect(reply.status).toBe(200);
    expect(Object.keys(reply.headers).join(' ')).not.toMatch(
      /access-control|set-cookie|server|x-powered-by/,
    );
    expect(reply.headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });
});
