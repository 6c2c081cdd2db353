import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { PROXY_PREFIX } from '../contract/console/headers.ts';
import { CONSOLE_ROUTES } from '../contract/console/routes.ts';
import { CARS, FLEET } from './testing/console-harness.ts';
import { consoleOfAllTests } from './testing/started-console.ts';

const ID = 'aaaaaaaa-0000-4000-8000-000000000001';
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

const fill = (path: string) => path.replace(/\{\w+\}/g, ID);
const PROXIED = Object.values(ENDPOINTS).map((endpoint) => PROXY_PREFIX + fill(endpoint.path));
const OWN = Object.values(CONSOLE_ROUTES).map((route) => fill(route.path));
const API_PATHS = [...new Set([...PROXIED, ...OWN.filter((path) => path.startsWith('/api/'))])];
const UNSAFE_AUTH = ['/auth/demo', '/auth/sign-in', '/auth/setup', '/auth/sign-out'];

describe('the guard of every route', () => {
  let cookie: string;
  let origin: string;
  const started = consoleOfAllTests();
  beforeAll(async () => {
    cookie = await started.gridhelm.signIn('administrator');
    origin = started.gridhelm.running.origin;
  });
  beforeEach(() => {
    started.fake.seen.length = 0;
    started.fake.tokenRequests.length = 0;
  });

  const foreign: [string, Record<string, string>][] = [
    ['no static header', { 'sec-fetch-site': 'same-origin' }],
    ['a wrong static header', { 'x-gridhelm': '2', 'sec-fetch-site': 'same-origin' }],
    ['a request from another site', { 'x-gridhelm': '1', 'sec-fetch-site': 'cross-site' }],
    ['a request from a sibling site', { 'x-gridhelm': '1', 'sec-fetch-site': 'same-site' }],
    ['another origin', { 'x-gridhelm': '1', origin: 'https://evil.example' }],
    ['an opaque origin', { 'x-gridhelm': '1', origin: 'null' }],
  ];
  test.each(foreign)('%s: 403 for every method of every API route', async (_name, headers) => {
    const asked = API_PATHS.flatMap((path) => METHODS.map((method) => ({ method, path })));
    for (const { method, path } of asked) {
      const reply = await started.gridhelm.ask({ method, path, headers: { ...headers, cookie } });
      expect([method, path, reply.status]).toEqual([method, path, 403]);
    }
    expect(asked.length).toBeGreaterThan(20 * METHODS.length * 0.8);
    expect(started.fake.seen).toEqual([]);
  });

  test('an unsafe request without an origin: 403, sign-in included', async () => {
    const headers = { 'x-gridhelm': '1', cookie };
    for (const path of [...API_PATHS, ...UNSAFE_AUTH]) {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        const reply = await started.gridhelm.ask({ method, path, headers });
        expect([method, path, reply.status]).toEqual([method, path, 403]);
      }
    }
    expect(started.fake.seen).toEqual([]);
  });

  test('a form post and a body-less PATCH of a foreign page: 403', async () => {
    const command = fill(PROXY_PREFIX + ENDPOINTS.cancelCommand.path);
    const patch = await started.gridhelm.ask({
      method: 'PATCH',
      path: command,
      headers: { cookie },
    });
    expect(patch.status).toBe(403);
    const post = await started.gridhelm.ask({
      method: 'POST',
      path: `/api/v1/collectives/${FLEET}/commands`,
      headers: { cookie, 'content-type': 'text/plain', origin: 'https://evil.example' },
      body: '{"type":"StopCharging"}',
    });
    expect(post.status).toBe(403);
    expect(started.fake.seen).toEqual([]);
  });

  test('an origin of our own is enough for a script', async () => {
    const reply = await started.gridhelm.ask({
      path: '/api/console/collectives',
      headers: { 'x-gridhelm': '1', origin, cookie },
    });
    expect(reply.status).toBe(200);
  });

  test('not signed in: 401 as JSON for every listed method', async () => {
    const listed = [
      ...Object.values(ENDPOINTS).map(({ method, path }) => ({
        method,
        path: PROXY_PREFIX + path,
      })),
      ...Object.values(CONSOLE_ROUTES).filter(({ path }) => path.startsWith('/api/')),
    ];
    for (const { method, path } of listed) {
      const reply = await started.gridhelm.page({ method, path: fill(path) });
      expect([method, path, reply.status]).toEqual([method, path, 401]);
      expect(reply.problem().code).toBe('not_signed_in');
      expect(reply.headers.location).toBeUndefined();
    }
    expect(started.fake.seen).toEqual([]);
  });

  test('a method that a path does not support: 405 with Allow', async () => {
    const reply = await started.gridhelm.page(
      { method: 'PUT', path: `/api/v1/collectives/${FLEET}/commands` },
      cookie,
    );
    expect(reply.status).toBe(405);
    expect(reply.headers.allow).toBe('POST');
    expect(reply.problem().code).toBe('method_not_allowed');
    const entity = await started.gridhelm.page(
      { method: 'DELETE', path: `/api/v1/entities/${ID}/features` },
      cookie,
    );
    expect(entity.headers.allow).toBe('GET, PATCH');
    expect(started.fake.seen).toEqual([]);
  });

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
    const reply = await started.gridhelm.page({ path, headers: { accept: 'text/html' } }, cookie);
    expect(reply.status).toBe(404);
    expect(reply.problem().code).toBe('not_found');
    expect(started.fake.seen).toEqual([]);
  });

  test('an id that is not a UUID is named, and nothing goes upstream', async () => {
    const reply = await started.gridhelm.page(
      { path: '/api/v1/entities/not-a-uuid/features' },
      cookie,
    );
    expect(reply.status).toBe(400);
    expect(reply.problem().errors[0]?.code).toBe('entityId');
    expect(started.fake.seen).toEqual([]);
  });

  test('answers carry no CORS header, no server name, and are not stored', async () => {
    started.fake.answer = () => ({
      status: 200,
      body: [],
      headers: { 'access-control-allow-origin': '*', 'set-cookie': 'a=b', server: 'x' },
    });
    const reply = await started.gridhelm.page({ path: good, headers: { origin } }, cookie);
    expect(reply.status).toBe(200);
    const names = Object.keys(reply.headers);
    expect(names.filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(names).not.toContain('set-cookie');
    expect(names).not.toContain('server');
    expect(names).not.toContain('x-powered-by');
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(reply.headers['x-content-type-options']).toBe('nosniff');
    expect(reply.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });
});
