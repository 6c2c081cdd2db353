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
const read = (path = features) => started.send(`GET ${path}`, admin);
const put = (body?: string | object, headers?: Record<string, string>) =>
  started.send(`PUT ${capacity}`, admin, body, headers);
const nothingWasSent = () => expect(started.fake.seen).toEqual([]);

describe('requests to the Service', () => {
  test('the path from the template, the query under the names of the deployment, our own headers', async () => {
    answerWith({ status: 200, body: { data: null } });
    const query = (start: string) => `?start=${start}&pageSize=50&continuationToken=a%26b`;
    const asked = `GET ${sessions}${query('2026-01-01T00:00:00Z')}`;
    const answered = await started.send(asked, admin, undefined, {
      authorization: 'Bearer mine',
      'x-forwarded-for': '1.2.3.4',
      x_forwarded_user: 'root',
      forwarded: 'for=1.2.3.4',
      'x-http-method-override': 'DELETE',
      connection: 'x-gridhelm, close',
    });
    expect([answered.status, answered.json()]).toEqual([200, { data: null }]);
    const [seen] = started.fake.seen;
    const start = '2026-01-01T00%3A00%3A00Z';
    expect(seen?.path).toBe(`/base/v1/entities/${CAR}/charge-sessions${query(start)}`);
    const names = Object.keys(seen?.headers ?? {}).toSorted();
    expect(names.join(' ')).toBe('accept authorization connection host');
    expect(seen?.headers.authorization).toBe(`Bearer ${CREDENTIALS.token}`);
  });

  test('a body is rebuilt from what the schema knows', async () => {
    answerWith({ status: 200, body: { batteryCapacity: 60, extra: 1 } });
    const answered = await put({ batteryCapacity: 60, evil: true });
    expect(answered.json()).toEqual({ batteryCapacity: 60 });
    expect(started.fake.seen[0]?.body).toBe('{"batteryCapacity":60}');
  });

  test.each([
    ['an unknown parameter', 'cursor=1', 'cursor'],
    ['a parameter given twice', 'pageSize=1&pageSize=2', 'pageSize'],
    ['an invalid page size', 'pageSize=-1', 'pageSize'],
    ['a start that is not an instant', 'start=yesterday', 'start'],
    ['a parameter named __proto__', '__proto__=1', '__proto__'],
  ])('%s: 400, nothing goes upstream', async (_name, query, field) => {
    const answered = await read(`${sessions}?${query}`);
    expect(answered.status).toBe(400);
    expect(JSON.stringify(answered.problem().errors)).toContain(field);
    nothingWasSent();
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
    const answered = await put(body, headers);
    expect([answered.status, answered.problem().source]).toEqual([status, 'console']);
    nothingWasSent();
  });

  test('an unexpected body: 400', async () => {
    const cancel = `PATCH /api/v1/entities/${CAR}/commands/${COMMAND}`;
    expect((await started.send(cancel, admin, { a: 1 })).status).toBe(400);
    nothingWasSent();
  });
});

describe('answers of the Service', () => {
  const page = (query: string, meta: object | null) => {
    const links = { next: `${started.fake.baseUrl}/v1/next${query}` };
    answerWith({ status: 200, body: { data: [], links, meta } });
    return read(sessions);
  };
  const hidden = { data: [], links: { next: null } };

  test('the link to the next page is hidden, its token stays', async () => {
    const meta = { continuationToken: 'abc', pageSize: 25 };
    expect((await page('', meta)).json()).toEqual({ ...hidden, meta });
  });

  test('the token of a page that is only linked stays; a page linked without one is refused', async () => {
    const linked = await page('?pageSize=25&continuationToken=second', null);
    expect(linked.json()).toEqual({ ...hidden, meta: { continuationToken: 'second' } });
    expect((await page('?page=2', null)).status).toBe(502);
  });

  test.each([200, 204])('a deletion answered with %i is 204 without a body', async (status) => {
    answerWith(status === 204 ? { status } : { status, raw: 'anything' });
    const path = `/api/v1/entities/${CAR}/locations/${COMMAND}`;
    const answered = await started.send(`DELETE ${path}`, admin);
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
    const answered = await read();
    expect(answered.problem()).toMatchObject({ code: 'upstream_invalid', source: 'console' });
    expect(answered.refusal()).toEqual([502, expect.stringContaining(message)]);
    expect(answered.text).not.toContain('raw');
    expect(answered.headers.location).toBeUndefined();
    expect(started.fake.seen).toHaveLength(1);
  });

  test.each([400, 403, 404, 409, 410, 422, 429])(
    'a refusal with %i keeps its status and its message',
    async (status) => {
      const error = { code: 'E1', description: null };
      const body = { errors: [{ ...error, message: 'Too\nfar' }] };
      answerWith({ status, headers: { 'retry-after': '7' }, body });
      const answered = await read();
      expect(answered.status).toBe(status);
      expect(answered.problem()).toMatchObject({
        code: status === 429 ? 'too_many_requests' : 'upstream_refused',
        source: 'service',
        upstreamStatus: status,
        errors: [{ ...error, message: 'Too far' }],
      });
      expect(answered.headers['retry-after']).toBe('7');
    },
  );

  test('a 408 is never relayed: a browser would repeat it', async () => {
    answerWith({ status: 408 });
    expect((await read()).status).toBe(504);
  });

  test.each([500, 502, 503])('a failure with %i is 502 with its message', async (status) => {
    answerWith({ status, body: { errors: [{ message: 'Out of order' }] } });
    const answered = await read();
    expect(answered.status).toBe(502);
    const of = { source: 'service', upstreamStatus: status, errors: [{ message: 'Out of order' }] };
    expect(answered.problem()).toMatchObject({ code: 'upstream_unavailable', ...of });
  });

  test('an endless wait is 504, a cut connection is 502', async () => {
    answerWith('hang');
    expect((await read()).code()).toEqual([504, 'upstream_timeout']);
    answerWith('reset');
    expect((await read()).code()).toEqual([502, 'upstream_unavailable']);
    expect(started.fake.seen).toHaveLength(2);
  });

  test('messages of the Service are redacted: no addresses, no credentials', async () => {
    const { clientId, clientSecret, token } = CREDENTIALS;
    const secrets = [started.fake.baseUrl, started.fake.authUrl, clientId, clientSecret, token];
    const message = `see ${secrets.slice(0, 4).join(' or ')}, Bearer ${token}`;
    answerWith({ status: 400, body: { errors: [{ message }] } });
    const answered = await read();
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
      await read(),
      await read('/auth/session'),
      await read(`/api/console/collectives/${FLEET}`),
      await started.gridhelm.ask({ path: '/' }),
      await started.gridhelm.ask({ path: '/readyz' }),
    ];
    const told = answered.map((each) => each.text + JSON.stringify(each.headers));
    const everything = [...started.gridhelm.logs, ...told].join('\n');
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
  const answered = await read();
  expect([answered.status, answered.text]).toEqual([200, raw]);
  expect(answered.headers['cache-control']).toBe('no-store');
});

test.each([
  ['its address', () => started.fake.baseUrl],
  ['its host, in capitals', () => new URL(started.fake.baseUrl).host.toUpperCase()],
  ['the address of the token endpoint', () => started.fake.authUrl],
])('an answer with %s is refused, however it is escaped', async (_name, secretOf) => {
  const secret = secretOf();
  const escape = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const escaped = Array.from(secret, escape);
  for (const text of [secret, secret.replaceAll('/', '\\/'), escaped.join('')]) {
    answerWith({ status: 200, raw: `[{"feature":"${text}","isEnabled":true}]` });
    const answered = await read();
    expect(answered.code()).toEqual([502, 'upstream_invalid']);
    expect(answered.text).not.toContain(secret);
  }
});
