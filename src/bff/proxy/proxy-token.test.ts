import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CARS, startTestConsole } from '../../server/testing/console-harness.ts';
import { CREDENTIALS, startFakeService, type Reply } from '../../server/testing/fake-service.ts';
import { consoleOfAllTests } from '../../server/testing/started-console.ts';

const [CAR] = CARS;
const read = `GET /api/v1/entities/${CAR}/features`;

let admin: string;
const started = consoleOfAllTests({ config: { timeoutMs: 300, maxInFlight: 2 } });
beforeAll(async () => {
  admin = await started.gridhelm.signIn('administrator');
  // The first request fetches the token that later ones share.
  await started.send(read, admin);
});
beforeEach(() => {
  started.fake.seen.length = 0;
  started.fake.tokenRequests.length = 0;
});

describe('the token', () => {
  test('a rejected token is renewed once for a read', async () => {
    let rejected = 0;
    started.fake.answer = () => {
      rejected += 1;
      return rejected === 1 ? { status: 401 } : { status: 200, body: [] };
    };
    expect((await started.send(read, admin)).status).toBe(200);
    expect([started.fake.seen.length, started.fake.tokenRequests.length]).toEqual([2, 1]);
  });

  test('a Service that rejects every token does not sign the operator out', async () => {
    started.fake.answer = () => ({ status: 401 });
    expect((await started.send(read, admin)).code()).toEqual([502, 'upstream_auth']);
    expect(started.fake.seen).toHaveLength(2);
  });

  test('an unsafe request with a rejected token is not sent again', async () => {
    started.fake.answer = () => ({ status: 401 });
    const change = `PUT /api/v1/entities/${CAR}/battery-capacity`;
    const answered = await started.send(change, admin, { batteryCapacity: 1 });
    expect(answered.code()).toEqual([502, 'upstream_auth']);
    expect(started.fake.seen).toHaveLength(1);
  });
});

describe('no token', () => {
  const { clientId } = CREDENTIALS;
  const refusal = { error: 'invalid_client', error_description: `no ${clientId}` };
  test.each<[string, Reply, string, string]>([
    ['503', { status: 503 }, 'upstream_unavailable', 'answered 503; '],
    ['500 like OAuth', { status: 500, body: refusal }, 'upstream_unavailable', 'answered 500; '],
    ['404', { status: 404, body: refusal }, 'upstream_unavailable', 'answered 404; '],
    ['401 without a reason', { status: 401 }, 'upstream_unavailable', 'answered 401; '],
    ['silence', 'hang', 'upstream_unavailable', 'did not answer in time; '],
    ['a cut connection', 'reset', 'upstream_unavailable', 'gave no complete answer; '],
    ['no token', { status: 200, body: {} }, 'upstream_unavailable', 'without a token; '],
    ['400 of OAuth', { status: 400, body: refusal }, 'upstream_auth', '400 (invalid_client). '],
    ['401 of OAuth', { status: 401, body: refusal }, 'upstream_auth', '401 (invalid_client). '],
  ])('%s: 503 with Retry-After and the cause', async (_name, reply, code, message) => {
    const tokenless = await startFakeService();
    tokenless.answerToken = () => reply;
    const other = await startTestConsole(tokenless, { config: { timeoutMs: 300 } });
    const answered = await other.send(read, await other.signIn('viewer'));
    expect(answered.problem()).toMatchObject({ code, source: 'console' });
    const [status, said] = answered.refusal();
    expect([status, said]).toEqual([503, expect.stringContaining(message)]);
    expect(said).toMatch(/^The token endpoint of the Service /);
    expect(answered.text).not.toContain(clientId);
    expect(answered.headers['retry-after']).toBe('1');
    expect(tokenless.seen).toEqual([]);
    await other.running.close();
    await tokenless.close();
  });
});
