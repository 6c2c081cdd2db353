import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CARS, FLEET } from '../../server/testing/console-harness.ts';
import { CREDENTIALS, type Reply } from '../../server/testing/fake-service.ts';
import { consoleOfAllTests } from '../../server/testing/started-console.ts';

const [CAR] = CARS;
const COMMAND = 'aaaaaaaa-0000-4000-8000-00000000000c';
const sessions = `/api/v1/entities/${CAR}/charge-sessions`;
const capacity = `/api/v1/entities/${CAR}/battery-capacity`;
const features = `/api/v1/entities/${CAR}/features`;

let admin: string;
const started = consoleOfAllTests({ config: { timeoutMs: 300, maxInFlight: 2 } });
beforeAll(async () => {
  admin = await started.gridhelm.signIn('administrator');
});
beforeEach(() => {
  started.fake.seen.length = 0;
  started.fake.tokenRequests.length = 0;
});

const answerWith = (reply: Reply) => {
  started.fake.answer = () => reply;
};

describe('requests to the Service', () => {
  test('the path from the template, the query under the names of the deployment, our own headers', async () => {
    answerWith({ status: 200, body: { data: null } });
    const answered = await started.gridhelm.page(
      {
        path: `${sessions}?start=2026-01-01T00:00:00Z&pageSize=50&continuationToken=a%26b`,
        headers: {
          authorization: 'Bearer mine',
          'x-forwarded-for': '1.2.3.4',
          x_forwarded_user: 'root',
          forwarded: 'for=1.2.3.4',
          'x-http-method-override': 'DELETE',
          connection: 'x-gridhelm, close',
        },
      },
      admin,
    );
    expect(answered.status).toBe(200);
    expect(answered.json()).toEqual({ data: null });
    const [seen] = started.fake.seen;
    expect(seen?.path).toBe(
      `/base/v1/entities/${CAR}/charge-sessions?start=2026-01-01T00%3A00%3A00Z&pageSize=50&continuationToken=a%26b`,
    );
    expect(Object.keys(seen?.headers ?? {}).toSorted()).toEqual([
      'accept',
      'authorization',
      'connection',
      'host',
    ]);
    expect(seen?.headers.authorization).toBe(`Bearer ${CREDENTIALS.token}`);
  });

  test('a body is rebuilt from what the schema knows', async () => {
    answerWith({ status: 200, body: { batteryCapacity: 60, extra: 1 } });
    const answered = await started.gridhelm.page(
      { method: 'PUT', path: capacity, body: { batteryCapacity: 60, evil: true } },
      admin,
    );
    expect(answered.json()).toEqual({ batteryCapacity: 60 });
    expect(started.fake.seen[0]?.body).toBe('{"batteryCapacity":60}');
  });

  test.each([
    ['an unknown parameter', `${sessions}?cursor=1`, 'cursor'],
    ['a parameter given twice', `${sessions}?pageSize=1&pageSize=2`, 'pageSize'],
    ['an invalid page size', `${sessions}?pageSize=-1`, 'pageSize'],
    ['a start that is not an instant', `${sessions}?start=yesterday`, 'start'],
    ['a parameter named __proto__', `${sessions}?__proto__=1`, '__proto__'],
  ])('%s: 400, nothing goes upstream', async (_name, path, field) => {
    const answered = await started.gridhelm.page({ path }, admin);
    expect(answered.status).toBe(400);
    expect(JSON.stringify(answered.problem().errors)).toContain(field);
    expect(started.fake.seen).toEqual([]);
  });

  const json = { 'content-type': 'application/json' };
  test.each([
    ['no body', 400, {}, undefined],
    ['malformed JSON', 400, json, '{"batteryCapacity":'],
    ['a wrong field', 400, json, '{"batteryCapacity":"60"}'],
    ['another media type', 415, { 'content-type': 'text/plain' }, '{"batteryCapacity":60}'],
    ['a form', 415, { 'content-type': 'application/x-www-form-urlencoded' }, 'batteryCapacity=60'],
    ['a huge body', 413, json, `{"batteryCapacity":60,"pad":"${'x'.repeat(70_000)}"}`],
  ])('%s: %i, nothing goes upstream', async (_name, status, headers, body) => {
    const answered = await started.gridhelm.page(
      { method: 'PUT', path: capacity, headers, ...(body === undefined ? {} : { body }) },
      admin,
    );
    expect(answered.status).toBe(status);
    expect(answered.problem().source).toBe('console');
    expect(started.fake.seen).toEqual([]);
  });

  test('an unexpected body: 400', async () => {
    const answered = await started.gridhelm.page(
      { method: 'PATCH', path: `/api/v1/entities/${CAR}/commands/${COMMAND}`, body: { a: 1 } },
      admin,
    );
    expect(answered.status).toBe(400);
    expect(started.fake.seen).toEqual([]);
  });
});

describe('answers of the Service', () => {
  test('the link to the next page is hidden, its token stays', async () => {
    answerWith({
      status: 200,
      body: {
        data: [],
        links: { next: `${started.fake.baseUrl}/v1/next` },
        meta: { continuationToken: 'abc', pageSize: 25 },
      },
    });
    const answered = await started.gridhelm.page({ path: sessions }, admin);
    expect(answered.json()).toEqual({
      data: [],
      links: { next: null },
      meta: { continuationToken: 'abc', pageSize: 25 },
    });
  });

  test('the token of a page that is only linked stays; a page linked without one is refused', async () => {
    const linked = (query: string) => ({
      status: 200,
      body: { data: [], links: { next: `${started.fake.baseUrl}/v1/next${query}` }, meta: null },
    });
    answerWith(linked('?pageSize=25&continuationToken=second'));
    const answered = await started.gridhelm.page({ path: sessions }, admin);
    expect(answered.json()).toEqual({
      data: [],
      links: { next: null },
      meta: { continuationToken: 'second' },
    });
    answerWith(linked('?page=2'));
    expect((await started.gridhelm.page({ path: sessions }, admin)).status).toBe(502);
  });

  test.each([200, 204])('a deletion answered with %i is 204 without a body', async (status) => {
    answerWith(status === 204 ? { status } : { status, raw: 'anything' });
    const answered = await started.gridhelm.page(
      { method: 'DELETE', path: `/api/v1/entities/${CAR}/locations/${COMMAND}` },
      admin,
    );
    expect([answered.status, answered.text]).toEqual([204, '']);
  });

  const html = { 'content-type': 'text/html' };
  test.each<[string, Reply, string]>([
    ['a redirect', { status: 302, headers: { location: 'http://evil.example/' } }, '302'],
    ['another content type', { status: 200, raw: '<b>raw</b>', headers: html }, 'not JSON'],
    ['malformed JSON', { status: 200, raw: '{"raw":' }, 'malformed'],
    ['no body', { status: 200, raw: '' }, 'malformed'],
    ['a token', { status: 200, body: [`raw ${CREDENTIALS.token}`] }, 'holds a token'],
    ['a secret', { status: 200, body: [`raw ${CREDENTIALS.clientSecret}`] }, 'holds a token'],
    ['something like a token', { status: 200, body: ['raw eyJhbGciOi.eyJzdWIi.c2ln'] }, 'holds'],
    ['an unexpected success status', { status: 206, body: [] }, '206'],
    ['a body of 11 MB', { status: 200, raw: Buffer.alloc(11 * 1024 * 1024, ' ') }, 'larger'],
  ])('%s: 502, and none of it is relayed', async (_name, reply, message) => {
    answerWith(reply);
    const answered = await started.gridhelm.page({ path: features }, admin);
    expect(answered.status).toBe(502);
    const problem = answered.problem();
    expect([problem.code, problem.source]).toEqual(['upstream_invalid', 'console']);
    expect(problem.errors[0]?.message).toContain(message);
    expect(answered.text).not.toContain('raw');
    expect(answered.headers.location).toBeUndefined();
    expect(started.fake.seen).toHaveLength(1);
  });

  test.each([400, 403, 404, 409, 410, 422, 429])(
    'a refusal with %i keeps its status and its message',
    async (status) => {
      answerWith({
        status,
        headers: { 'retry-after': '7' },
        body: { errors: [{ code: 'E1', message: 'Too\nfar', description: null }] },
      });
      const answered = await started.gridhelm.page({ path: features }, admin);
      expect(answered.status).toBe(status);
      expect(answered.problem()).toMatchObject({
        code: status === 429 ? 'too_many_requests' : 'upstream_refused',
        source: 'service',
        upstreamStatus: status,
        errors: [{ code: 'E1', message: 'Too far', description: null }],
      });
      expect(answered.headers['retry-after']).toBe('7');
    },
  );

  test('a 408 is never relayed: a browser would repeat it', async () => {
    answerWith({ status: 408 });
    expect((await started.gridhelm.page({ path: features }, admin)).status).toBe(504);
  });

  test.each([500, 502, 503])('a failure with %i is 502 with its message', async (status) => {
    answerWith({ status, body: { errors: [{ message: 'Out of order' }] } });
    const answered = await started.gridhelm.page({ path: features }, admin);
    expect(answered.status).toBe(502);
    expect(answered.problem()).toMatchObject({
      code: 'upstream_unavailable',
      source: 'service',
      upstreamStatus: status,
      errors: [{ message: 'Out of order' }],
    });
  });

  test('an endless wait is 504, a cut connection is 502', async () => {
    answerWith('hang');
    const slow = await started.gridhelm.page({ path: features }, admin);
    expect([slow.status, slow.problem().code]).toEqual([504, 'upstream_timeout']);
    answerWith('reset');
    const cut = await started.gridhelm.page({ path: features }, admin);
    expect([cut.status, cut.problem().code]).toEqual([502, 'upstream_unavailable']);
    expect(started.fake.seen).toHaveLength(2);
  });

  test('messages of the Service are redacted: no addresses, no credentials', async () => {
    const { clientId, clientSecret, token } = CREDENTIALS;
    const secrets = [started.fake.baseUrl, started.fake.authUrl, clientId, clientSecret, token];
    answerWith({
      status: 400,
      body: { errors: [{ message: `see ${secrets.slice(0, 4).join(' or ')}, Bearer ${token}` }] },
    });
    const answered = await started.gridhelm.page({ path: features }, admin);
    for (const secret of secrets) expect(answered.text).not.toContain(secret);
    expect(answered.problem().errors[0]?.message).toContain('see [hidden]');
  });
});

describe('canaries', () => {
  test('no answer and no log line at trace level holds an address or a credential', async () => {
    const { clientId, clientSecret, token } = CREDENTIALS;
    const host = new URL(started.fake.baseUrl).host;
    answerWith('reset');
    const answered = [
      await started.gridhelm.page({ path: features }, admin),
      await started.gridhelm.page({ path: '/auth/session' }, admin),
      await started.gridhelm.page({ path: `/api/console/collectives/${FLEET}` }, admin),
      await started.gridhelm.ask({ path: '/' }),
      await started.gridhelm.ask({ path: '/readyz' }),
    ];
    const everything = [
      ...started.gridhelm.logs,
      ...answered.map((each) => each.text + JSON.stringify(each.headers)),
    ].join('\n');
    expect(started.gridhelm.logs.length).toBeGreaterThan(20);
    expect(everything).toContain('upstream_unavailable');
    const cookie = admin.split('=')[1] ?? '';
    for (const secret of [clientId, clientSecret, token, host, started.fake.baseUrl, cookie]) {
      expect(everything).not.toContain(secret);
      expect(everything).not.toContain(encodeURIComponent(secret));
    }
  });
});

test('an answer is passed on byte by byte, whether the page can use it or not', async () => {
  const raw = '[ {"feature":null,"isEnabled":"x","other":1.50} ]\n';
  answerWith({ status: 200, raw });
  const answered = await started.gridhelm.page({ path: features }, admin);
  expect([answered.status, answered.text]).toEqual([200, raw]);
  expect(answered.headers['cache-control']).toBe('no-store');
});

test.each([
  ['its address', () => started.fake.baseUrl],
  ['its host, in capitals', () => new URL(started.fake.baseUrl).host.toUpperCase()],
  ['the address of the token endpoint', () => started.fake.authUrl],
])('an answer with %s is refused, however it is escaped', async (_name, secretOf) => {
  const secret = secretOf();
  const escaped = Array.from(
    secret,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  for (const text of [secret, secret.replaceAll('/', '\\/'), escaped.join('')]) {
    answerWith({ status: 200, raw: `[{"feature":"${text}","isEnabled":true}]` });
    const answered = await started.gridhelm.page({ path: features }, admin);
    expect([answered.status, answered.problem().code]).toEqual([502, 'upstream_invalid']);
    expect(answered.text).not.toContain(secret);
  }
});
