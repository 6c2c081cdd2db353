import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { IDEMPOTENCY_HEADER, PROXY_PREFIX } from '../contract/console/headers.ts';
import { CONSOLE_ROUTES } from '../contract/console/routes.ts';
import { ENDPOINTS } from '../contract/endpoints.ts';
import type { z } from '../contract/zod.ts';
import { storable } from '../lib/well-formed.ts';
import { CARS, FLEET } from '../server/testing/console-harness.ts';
import { strangeBodies } from '../server/testing/strange-values.ts';
import { consoleOfAllTests } from '../server/testing/started-console.ts';

/** Requests per route, half of them with a strange query where it has one. The long form: STRANGE_RUNS=1000. STRANGE_SEED sets others. */
const RUNS = Number(process.env['STRANGE_RUNS'] ?? 40);
const SEED = Number(process.env['STRANGE_SEED'] ?? 7);
/** Many requests each, which takes longer on a busy machine; in milliseconds. */
const PATIENCE = { timeout: 120_000 + 200 * RUNS };

let cookie: string;
const started = consoleOfAllTests({ config: { logLevel: 'warn' } });
beforeAll(async () => {
  cookie = await started.gridhelm.signIn('administrator');
});

interface Taking {
  name: string;
  method: string;
  path: string;
  query: z.ZodObject;
  body: z.ZodType | null;
}

const taking: Taking[] = [
  ...Object.entries(CONSOLE_ROUTES).map(([name, route]) => ({ name, ...route })),
  ...Object.entries(ENDPOINTS).map(([name, { method, path, query, body }]) => ({
    name,
    method,
    path: PROXY_PREFIX + path,
    query,
    body,
  })),
];
const withBody = taking.flatMap(({ body, ...route }) =>
  body === null ? [] : [{ ...route, body }],
);
// A stream does not end; what it takes, its fallback takes too.
const withQuery = taking.filter(
  ({ name, query }) => name !== 'live' && Object.keys(query.shape).length > 0,
);

/** A failure of the console, and what went to the Service that is not in its table with UUIDs in its path. */
function faultsOf({ status, text }: { status: number; text: string }): string[] {
  const outside = started.fake.seen.splice(0).filter(({ method, path }) => {
    const [address = ''] = path.split('?');
    return !Object.values(ENDPOINTS).some((endpoint) => {
      const pattern = endpoint.path.replaceAll(/\{\w+\}/g, '[0-9a-f-]{36}');
      return endpoint.method === method && new RegExp(`${pattern}$`).test(address);
    });
  });
  return [
    ...(status === 500 || status === 503 ? [`${status} ${text}`] : []),
    ...outside.map(({ method, path }) => `${method} ${path}`),
  ];
}
const IDS = [FLEET, ...CARS, ...Array.from({ length: 3 }, () => randomUUID())];

/** JSON as it is sent: half pairs are escaped, a key named `__proto__` is kept. */
type Asked = Pick<Taking, 'name' | 'method' | 'path'>;
async function send(route: Asked, body: string, id: string, query = '') {
  const path = route.path.replace(/\{\w+\}/g, () => id) + query;
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    [IDEMPOTENCY_HEADER]: randomUUID(),
  };
  // Signing in ends the session that the request carries.
  const own = ['changePassword', 'confirmIdentity'];
  const signs = path.startsWith('/auth/') && !own.includes(route.name);
  const along = signs ? undefined : cookie;
  return started.send(`${route.method} ${path}`, along, body, headers);
}

test('there are routes that take bodies', () => {
  expect(withBody.length).toBeGreaterThan(20);
});

test.each(withBody)('$name: no strange body is answered 500 or 503', PATIENCE, async (route) => {
  await fc.assert(
    fc.asyncProperty(strangeBodies(route.body, IDS), fc.constantFrom(...IDS), async (value, id) => {
      expect(faultsOf(await send(route, JSON.stringify(value), id))).toEqual([]);
    }),
    { numRuns: RUNS, seed: SEED },
  );
});

test.each(withQuery)('$name: no strange query is answered 500 or 503', PATIENCE, async (route) => {
  const arbitrary = strangeBodies(route.query, IDS);
  await fc.assert(
    fc.asyncProperty(arbitrary, fc.constantFrom(...IDS), async (value, id) => {
      const pairs = Object.entries(value ?? {}).map(([key, part]) => [
        key,
        storable(typeof part === 'string' ? part : (JSON.stringify(part) ?? '')),
      ]);
      const query = new URLSearchParams(pairs).toString();
      expect(faultsOf(await send(route, '', id, `?${query}`))).toEqual([]);
    }),
    { numRuns: RUNS, seed: SEED },
  );
});

test(
  'a body that is nested 5,000 deep is a bad request, on every route and with every method',
  PATIENCE,
  async () => {
    const deep = `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`;
    for (const route of taking.filter(({ method }) => method !== 'GET')) {
      const { status } = await send(route, deep, FLEET);
      expect([route.name, status]).toEqual([route.name, 400]);
    }
  },
);

test('a GET with a body is answered as without one', PATIENCE, async () => {
  const route = { name: 'templates', ...CONSOLE_ROUTES.templates };
  for (const body of ['{}', '[[[', 'x'.repeat(70_000), '['.repeat(5000)]) {
    expect((await send(route, body, FLEET)).status).toBe(200);
  }
});

test(
  'the same body twice, with the id that a browser chose, is never a failure of the store',
  PATIENCE,
  async () => {
    for (const route of withBody) {
      const [value] = fc.sample(strangeBodies(route.body, [FLEET]), { numRuns: 1, seed: SEED + 4 });
      for (let times = 0; times < 2; times += 1) {
        const { status } = await send(route, JSON.stringify(value), FLEET);
        expect([route.name, status < 500]).toEqual([route.name, true]);
      }
    }
  },
);
