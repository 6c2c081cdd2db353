import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CARS, FLEET, startTestConsole } from '../../server/testing/console-harness.ts';
import { startFakeService, type Reply } from '../../server/testing/fake-service.ts';
import { READS_PER_OPERATOR } from '../../operations/jobs/request-budget.ts';
import { consoleOfAllTests } from '../../server/testing/started-console.ts';

const [CAR] = CARS;
const COMMAND = 'aaaaaaaa-0000-4000-8000-00000000000c';

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

describe('requests in flight', () => {
  test('above the limit: 503 with Retry-After; at most two are in flight upstream', async () => {
    let open = 0;
    let most = 0;
    const waiting: (() => void)[] = [];
    started.fake.answer = async () => {
      open += 1;
      most = Math.max(most, open);
      await new Promise<void>((resolve) => waiting.push(resolve));
      open -= 1;
      return { status: 200, body: [] };
    };
    // Two places and a queue of eight: of eleven requests, one is refused at once.
    const asked = Array.from({ length: 11 }, () =>
      started.gridhelm.page({ path: features }, admin),
    );
    const refused = await Promise.race(asked);
    expect(refused.status).toBe(503);
    expect(refused.headers['retry-after']).toBe('1');
    expect(refused.problem().code).toBe('too_many_requests');
    started.fake.answer = () => ({ status: 200, body: [] });
    for (const go of waiting) go();
    const statuses = (await Promise.all(asked)).map((answered) => answered.status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(most).toBe(2);
  });
});

describe('requests in flight of one operator', () => {
  test('above the limit: 429; others, changes and dispatches are not held up', async () => {
    const many = await startTestConsole(started.fake, {
      config: { maxInFlight: 32, timeoutMs: 5000 },
    });
    const greedy = await many.signIn('administrator');
    const waiting: (() => void)[] = [];
    const hold = async (): Promise<Reply> => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      return { status: 200, body: [] };
    };
    started.fake.answer = hold;
    const asked = Array.from({ length: READS_PER_OPERATOR }, () =>
      many.page({ path: features }, greedy),
    );
    await expect.poll(() => waiting.length).toBe(READS_PER_OPERATOR);
    const refused = await many.page({ path: features }, greedy);
    expect([refused.status, refused.problem().code, refused.problem().source]).toEqual([
      429,
      'too_many_requests',
      'console',
    ]);
    expect(refused.headers['retry-after']).toBe('1');
    expect(started.fake.seen).toHaveLength(READS_PER_OPERATOR);

    answerWith({ status: 200, body: [] });
    const other = await many.page({ path: features }, await many.signIn('viewer'));
    expect(other.status).toBe(200);
    answerWith({ status: 200, body: { batteryCapacity: 1 } });
    const change = { method: 'PUT', path: capacity, body: { batteryCapacity: 1 } };
    expect((await many.page(change, greedy)).status).toBe(200);
    answerWith({ status: 201, body: { batchId: COMMAND, commands: [] } });
    const dispatch = await many.page(
      {
        method: 'POST',
        path: `/api/v1/collectives/${FLEET}/commands`,
        body: { type: 'StopCharging' },
        headers: { 'idempotency-key': COMMAND },
      },
      greedy,
    );
    expect(dispatch.status).toBe(201);

    for (const go of waiting) go();
    for (const answered of await Promise.all(asked)) expect(answered.status).toBe(200);
    answerWith({ status: 200, body: [] });
    expect((await many.page({ path: features }, greedy)).status).toBe(200);
    await many.running.close();
  });
});

describe('a browser that goes away', () => {
  const leave = async (method: 'GET' | 'PUT', target: string, body?: object) => {
    let ended: Promise<unknown> = Promise.resolve();
    started.fake.answer = (seen) => {
      ended = seen.closed;
      return 'hang';
    };
    const gone = new AbortController();
    const attempt = fetch(`http://127.0.0.1:${started.gridhelm.port}${target}`, {
      method,
      signal: gone.signal,
      headers: {
        'x-gridhelm': '1',
        origin: started.gridhelm.running.origin,
        cookie: admin,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    await expect.poll(() => started.fake.seen.length).toBe(1);
    const left = performance.now();
    gone.abort();
    await expect(attempt).rejects.toThrow('aborted');
    await ended;
    return performance.now() - left;
  };

  test('ends a read at the Service, but not a change', async () => {
    expect(await leave('GET', features)).toBeLessThan(200);
    started.fake.seen.length = 0;
    // The time-out of this console is 300 ms; undici measures it coarsely.
    expect(await leave('PUT', capacity, { batteryCapacity: 1 })).toBeGreaterThan(250);
  });
});

describe('a Service that is away', () => {
  test('reads fail with 503 while no token is available, then work again', async () => {
    const away = await startFakeService();
    await away.close();
    const other = await startTestConsole(away);
    const cookie = await other.signIn('viewer');
    const answered = await other.page({ path: features }, cookie);
    expect([answered.status, answered.problem().code]).toEqual([503, 'upstream_unavailable']);
    expect(answered.problem().errors[0]?.message).toContain('cannot be reached');
    expect(answered.headers['retry-after']).toBe('1');
    expect(answered.text).not.toContain('127.0.0.1');
    expect((await other.page({ path: '/api/console/collectives' }, cookie)).status).toBe(200);
    const ready = await other.ask({ path: '/readyz' });
    expect(ready.status).toBe(503);
    expect(ready.json()).toEqual({ status: 'failed', store: 'ok', disk: 'ok', service: 'failed' });
    expect((await other.ask({ path: '/healthz' })).status).toBe(200);
    await other.running.close();
  });

  test('is ready once store and token are available', async () => {
    const answered = await started.gridhelm.ask({ path: '/readyz' });
    expect([answered.status, answered.json()]).toEqual([
      200,
      { status: 'ok', store: 'ok', disk: 'ok', service: 'ok' },
    ]);
  });
});
