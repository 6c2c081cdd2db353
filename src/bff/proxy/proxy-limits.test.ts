import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CARS, FLEET, startTestConsole } from '../../server/testing/console-harness.ts';
import { startFakeService, type Reply } from '../../server/testing/fake-service.ts';
import { READS_PER_OPERATOR } from '../../operations/jobs/request-budget.ts';
import { consoleOfAllTests } from '../../server/testing/started-console.ts';

const [CAR] = CARS;
const COMMAND = 'aaaaaaaa-0000-4000-8000-00000000000c';
const capacity = `/api/v1/entities/${CAR}/battery-capacity`;
const features = `/api/v1/entities/${CAR}/features`;
const read = `GET ${features}`;
const OK: Reply = { status: 200, body: [] };

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
      return OK;
    };
    // Two places and a queue of eight: of eleven requests, one is refused at once.
    const asked = Array.from({ length: 11 }, () => started.send(read, admin));
    const refused = await Promise.race(asked);
    expect(refused.code()).toEqual([503, 'too_many_requests']);
    expect(refused.headers['retry-after']).toBe('1');
    started.fake.answer = () => OK;
    for (const go of waiting) go();
    const statuses = (await Promise.all(asked)).map((answered) => answered.status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect(most).toBe(2);
  });
});

describe('requests in flight of one operator', () => {
  test('above the limit: 429; others, changes and dispatches are not held up', async () => {
    const config = { maxInFlight: 32, timeoutMs: 5000 };
    const many = await startTestConsole(started.fake, { config });
    const greedy = await many.signIn('administrator');
    const waiting: (() => void)[] = [];
    started.fake.answer = async () => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      return OK;
    };
    const asked = Array.from({ length: READS_PER_OPERATOR }, () => many.send(read, greedy));
    await expect.poll(() => waiting.length).toBe(READS_PER_OPERATOR);
    const refused = await many.send(read, greedy);
    expect(refused.code()).toEqual([429, 'too_many_requests']);
    expect(refused.problem().source).toBe('console');
    expect(refused.headers['retry-after']).toBe('1');
    expect(started.fake.seen).toHaveLength(READS_PER_OPERATOR);

    answerWith(OK);
    expect((await many.send(read, await many.signIn('viewer'))).status).toBe(200);
    const full = { batteryCapacity: 1 };
    answerWith({ status: 200, body: full });
    expect((await many.send(`PUT ${capacity}`, greedy, full)).status).toBe(200);
    answerWith({ status: 201, body: { batchId: COMMAND, commands: [] } });
    const path = `/api/v1/collectives/${FLEET}/commands`;
    const key = { 'idempotency-key': COMMAND };
    const dispatch = await many.send(`POST ${path}`, greedy, { type: 'StopCharging' }, key);
    expect(dispatch.status).toBe(201);

    for (const go of waiting) go();
    for (const answered of await Promise.all(asked)) expect(answered.status).toBe(200);
    answerWith(OK);
    expect((await many.send(read, greedy)).status).toBe(200);
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
    const answered = await other.send(read, cookie);
    expect(answered.problem().code).toBe('upstream_unavailable');
    expect(answered.refusal()).toEqual([503, expect.stringContaining('cannot be reached')]);
    expect(answered.headers['retry-after']).toBe('1');
    expect(answered.text).not.toContain('127.0.0.1');
    expect((await other.send('GET /api/console/collectives', cookie)).status).toBe(200);
    const ready = await other.ask({ path: '/readyz' });
    const failed = { status: 'failed', store: 'ok', disk: 'ok', service: 'failed' };
    expect([ready.status, ready.json()]).toEqual([503, failed]);
    expect((await other.ask({ path: '/healthz' })).status).toBe(200);
    await other.running.close();
  });

  test('is ready once store and token are available', async () => {
    const answered = await started.gridhelm.ask({ path: '/readyz' });
    const ok = { status: 'ok', store: 'ok', disk: 'ok', service: 'ok' };
    expect([answered.status, answered.json()]).toEqual([200, ok]);
  });
});
