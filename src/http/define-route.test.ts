import Fastify from 'fastify';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { RouteShape } from '../contract/route.ts';
import { z } from '../contract/zod.ts';
import { defineRoute } from './define-route.ts';
import { takeJsonOnly } from './json-body.ts';
import { failureOf } from './problems.ts';
import { READ, act, mount } from './route.ts';

const none = z.strictObject({});
const base = { params: none, query: none, body: null, answer: null } as const;
const things = {
  read: {
    ...base,
    method: 'GET',
    path: '/things/{id}',
    params: z.strictObject({ id: z.string().length(2) }),
    query: z.strictObject({ limit: z.coerce.number().int().optional() }),
    answer: z.object({ id: z.string(), limit: z.number() }),
  },
  add: {
    ...base,
    method: 'POST',
    path: '/things',
    body: z.object({ name: z.string() }),
    answer: z.object({ name: z.string() }),
  },
  remove: { ...base, method: 'DELETE', path: '/things/{id}', params: z.object({ id: z.string() }) },
  open: { ...base, method: 'GET', path: '/open', answer: z.object({ operator: z.null() }) },
} as const satisfies Record<string, RouteShape>;

const SIGNED_IN = {
  operator: { id: 'o1', name: 'Ada', role: 'operator' },
  sessionHash: 'hash',
} as const;
const seen: unknown[] = [];
const audit = act('delete', 'thing {id}');
const routes = [
  defineRoute(things.read, READ, ({ params, query, signedIn }) => {
    seen.push(signedIn.operator.name);
    return { id: params.id, limit: query.limit ?? 0 };
  }),
  defineRoute(things.add, { ...READ, bodyLimit: 100 }, ({ body, reply }) => {
    reply.code(201);
    return body;
  }),
  defineRoute(things.remove, { permission: 'dispatch', audit }, ({ params, body }) => {
    seen.push(params.id, body);
  }),
  defineRoute(things.open, { permission: null, audit: 'none' }, ({ signedIn }) => ({
    operator: signedIn,
  })),
];

let signedIn: typeof SIGNED_IN | null = SIGNED_IN;
const app = Fastify({ exposeHeadRoutes: false });
takeJsonOnly(app);
app.decorateRequest('signedIn', null);
app.addHook('onRequest', async (request) => {
  request.signedIn = signedIn;
});
app.setErrorHandler((error, _request, reply) => {
  const { status, code, message } = failureOf(error);
  return reply.code(status).send({ code, message });
});
mount(app, routes);
beforeEach(() => {
  signedIn = SIGNED_IN;
  seen.length = 0;
});
afterAll(() => app.close());

const ask = async (method: 'GET' | 'POST' | 'DELETE', url: string, body?: object) => {
  const answered = await app.inject({ method, url, ...(body && { payload: body }) });
  return { status: answered.statusCode, text: answered.body };
};

describe('a defined route', () => {
  test('gives its handler parsed input and the operator', async () => {
    const text = '{"id":"ab","limit":7}';
    expect(await ask('GET', '/things/ab?limit=7')).toEqual({ status: 200, text });
    expect(seen).toEqual(['Ada']);
  });

  test('drops what the schema of the body does not have; the handler sets the status', async () => {
    const answered = await ask('POST', '/things', { name: 'n', more: 1 });
    expect(answered).toEqual({ status: 201, text: '{"name":"n"}' });
  });

  test('sets 204 if the handler returns no answer', async () => {
    expect(await ask('DELETE', '/things/ab')).toEqual({ status: 204, text: '' });
    expect(seen).toEqual(['ab', null]);
  });

  test.each([
    ['an unknown query parameter', 'GET', '/things/ab?page=2', undefined, 'query: '],
    ['a parameter given twice', 'GET', '/things/ab?limit=1&limit=2', undefined, 'limit: given'],
    ['a query value of the wrong kind', 'GET', '/things/ab?limit=x', undefined, 'limit: '],
    ['a path parameter of the wrong kind', 'GET', '/things/abc', undefined, 'id: '],
    ['a wrong body', 'POST', '/things', { name: 1 }, 'name: '],
    ['no body', 'POST', '/things', undefined, 'A JSON body is needed.'],
    ['a body on a route without one', 'DELETE', '/things/ab', {}, 'No body is expected here.'],
  ] as const)(
    'refuses %s with 400 before its handler runs',
    async (_name, method, url, body, message) => {
      const answered = await ask(method, url, body);
      expect(answered.status).toBe(400);
      expect(answered.text).toContain(`"code":"invalid_request","message":"${message}`);
      expect(seen).toEqual([]);
    },
  );

  test('needs a signed-in operator unless it is open to everybody', async () => {
    expect(await ask('GET', '/open')).toEqual({ status: 200, text: '{"operator":null}' });
    signedIn = null;
    expect((await ask('GET', '/things/ab')).status).toBe(401);
    expect((await ask('GET', '/open')).status).toBe(200);
    expect(seen).toEqual([]);
  });

  test('carries its address, permission and audit as data', () => {
    const { method, path } = things.remove;
    expect(routes[2]).toMatchObject({ method, path, permission: 'dispatch', audit });
    const told = { action: 'delete', target: 'thing {id}', keepsBody: true };
    expect(audit).toMatchObject({ ...told, effect: 'store', dispatchParam: null });
  });
});
