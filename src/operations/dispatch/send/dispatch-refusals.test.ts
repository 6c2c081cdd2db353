import { randomUUID } from 'node:crypto';
import path from 'node:path';
import Database from 'libsql';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BatchDetail, BatchList } from '../../../contract/console/batch.ts';
import {
  CARS,
  FLEET,
  startTestConsole,
  type TestConsole,
} from '../../../server/testing/console-harness.ts';
import {
  startFakeService,
  type FakeService,
  type Seen,
} from '../../../server/testing/fake-service.ts';
import { DISPATCH_ROOM, READ_ROOM } from '../../../store/disk-room.ts';

const BATCH = 'bbbbbbbb-0000-4000-8000-000000000001';
const now = `/api/v1/collectives/${FLEET}/commands`;
const later = `${now}/schedule`;

let fake: FakeService;
let gridhelm: TestConsole;
let operator: string;
let freeBytes: number;

const commandId = (index: number) => `cccccccc-0000-4000-8000-00000000000${index}`;
const command = (index: number, status = 'Pending') => ({
  id: commandId(index),
  entityId: CARS[index],
  status,
  type: 'StopCharging',
  triggerTime: '2026-01-01T00:00:00Z',
});
const accepting = (seen: Seen) =>
  seen.method === 'POST'
    ? { status: 201, body: { batchId: BATCH, commands: [command(0)] } }
    : { status: 200, body: command(0, 'Succeeded') };

beforeEach(async () => {
  fake = await startFakeService();
  fake.answer = accepting;
  freeBytes = READ_ROOM;
  gridhelm = await startTestConsole(fake, {
    config: { timeoutMs: 300 },
    freeBytes: () => Promise.resolve(freeBytes),
  });
  operator = await gridhelm.signIn('operator');
});
afterEach(async () => {
  await gridhelm.running.close();
  await fake.close();
});

const posts = () => fake.seen.filter((seen) => seen.method === 'POST');
const send = (
  key: string | null,
  body: object = { type: 'StopCharging' },
  more: { path?: string; headers?: Record<string, string> } = {},
) =>
  gridhelm.page(
    {
      method: 'POST',
      path: more.path ?? now,
      body,
      headers: { ...(key === null ? {} : { 'idempotency-key': key }), ...more.headers },
    },
    operator,
  );
const batch = async (key: string) =>
  BatchDetail.parse(
    (await gridhelm.page({ path: `/api/console/batches/${key}` }, operator)).json(),
  );

describe('with a disk that is nearly full', () => {
  test('a dispatch is refused before anything is stored or sent; one that was sent is still answered', async () => {
    const [sent, refused] = [randomUUID(), randomUUID()];
    expect((await send(sent)).status).toBe(201);
    freeBytes = DISPATCH_ROOM - 1;
    const response = await send(refused);
    expect([response.status, response.json()]).toMatchObject([
      503,
      {
        code: 'store_unavailable',
        errors: [{ message: expect.stringMatching(/nearly full.*nothing was sent/) }],
      },
    ]);
    expect(posts()).toHaveLength(1);
    expect((await send(sent)).status).toBe(201);
    freeBytes = DISPATCH_ROOM;
    expect((await send(refused)).status).toBe(201);
    expect(posts()).toHaveLength(2);
  });
});

describe('a dispatch that is refused before it is sent', () => {
  const reason = { 'x-gridhelm-reason': 'x' };
  const at = '2027-01-01T00:00:00Z';
  test.each<
    [string, string | null, object, { path?: string; headers?: Record<string, string> }, string]
  >([
    ['no key', null, { type: 'StopCharging' }, {}, 'idempotency_key_missing'],
    ['a key that is no UUID', 'abc', { type: 'StopCharging' }, {}, 'UUID'],
    ['no type', randomUUID(), {}, {}, 'type'],
    ['an unknown type', randomUUID(), { type: 'Explode' }, {}, 'type'],
    ['no limit', randomUUID(), { type: 'LimitFeedIn', value: '' }, {}, 'value'],
    [
      'a limit of 10,000 characters',
      randomUUID(),
      { type: 'LimitFeedIn', value: '9'.repeat(10_000) },
      {},
      '10000 characters',
    ],
    [
      'a value that none takes',
      randomUUID(),
      { type: 'StopCharging', value: '1' },
      {},
      'takes no value',
    ],
    [
      'an override without a reason',
      randomUUID(),
      { type: 'StopCharging' },
      { path: `${now}?ignoreCooldown=true` },
      'reason',
    ],
    [
      'a flag that is none',
      randomUUID(),
      { type: 'StopCharging' },
      { path: `${now}?ignoreCooldown=1`, headers: reason },
      'ignoreCooldown',
    ],
    [
      'a reason that is too long',
      randomUUID(),
      { type: 'StopCharging' },
      { headers: { 'x-gridhelm-reason': 'x'.repeat(501) } },
      '500',
    ],
    [
      'a reason over two lines',
      randomUUID(),
      { type: 'StopCharging' },
      { headers: { 'x-gridhelm-reason': 'a%0Ab' } },
      'line break',
    ],
    ['an empty schedule', randomUUID(), [], { path: later }, 'At least one'],
    [
      'a schedule without a time',
      randomUUID(),
      [{ type: 'StopCharging' }],
      { path: later },
      '0.triggerTime',
    ],
    [
      'a wrong item',
      randomUUID(),
      [
        { type: 'StopCharging', triggerTime: at },
        { type: 'No', triggerTime: at },
      ],
      { path: later },
      '1.type',
    ],
    [
      '1001 items',
      randomUUID(),
      Array.from({ length: 1001 }, () => ({ type: 'StopCharging', triggerTime: at })),
      { path: later },
      '1000',
    ],
  ])(
    '%s: 400 with the field, nothing is stored or sent',
    async (_name, key, body, more, message) => {
      const response = await send(key, body, more);
      expect(response.status).toBe(400);
      expect(response.text).toContain(message);
      expect(fake.seen).toEqual([]);
      const list = await gridhelm.page({ path: '/api/console/batches' }, operator);
      expect(BatchList.parse(list.json()).batches).toEqual([]);
    },
  );

  test('a Collective that is not in the directory: 404', async () => {
    const response = await send(randomUUID(), undefined, { path: now.replace(FLEET, CARS[0]) });
    expect(response.status).toBe(404);
    expect(response.problem().errors[0]?.message).toContain('nothing was sent');
    expect(fake.seen).toEqual([]);
  });

  test('an operator without permission: 403', async () => {
    const viewer = await gridhelm.signIn('viewer');
    const response = await gridhelm.page(
      { method: 'POST', path: now, body: { type: 'StopCharging' } },
      viewer,
    );
    expect(response.status).toBe(403);
    expect(fake.seen).toEqual([]);
  });

  test('a store that cannot be written: 503, nothing is sent, reads work', async () => {
    const blocker = new Database(path.join(gridhelm.dataDir, 'console.db'));
    blocker.exec(
      "CREATE TRIGGER full BEFORE INSERT ON intents BEGIN SELECT RAISE(FAIL, 'disk full'); END",
    );
    const response = await send(randomUUID());
    expect([response.status, response.problem().code]).toEqual([503, 'store_unavailable']);
    expect(fake.seen).toEqual([]);
    expect((await gridhelm.page({ path: '/api/console/collectives' }, operator)).status).toBe(200);
    blocker.exec('DROP TRIGGER full');
    blocker.close();
  });
});

describe('a dispatch that the Service does not accept', () => {
  test('its refusal is relayed, stored, and repeated', async () => {
    const key = randomUUID();
    fake.answer = () => ({
      status: 409,
      body: { errors: [{ code: 'C', message: 'In cooldown' }] },
    });
    const response = await send(key);
    expect(response.status).toBe(409);
    expect(response.problem()).toMatchObject({
      code: 'upstream_refused',
      source: 'service',
      errors: [{ message: 'In cooldown' }],
    });
    const again = await send(key);
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([409, 'true']);
    expect(again.problem().errors).toEqual(response.problem().errors);
    expect(posts()).toHaveLength(1);
    expect((await batch(key)).batch).toMatchObject({
      outcome: 'refused',
      settled: true,
      refusal: { status: 409, errors: [{ message: 'In cooldown' }] },
      refusedBy: { source: 'service', upstreamStatus: 409 },
    });
  });

  test.each([
    ['a time-out', 'hang', 504],
    ['a cut connection', 'reset', 502],
    ['a failure of the Service', { status: 500 }, 502],
    ['an answer that is no batch', { status: 201, body: { batchId: 'x' } }, 502],
    ['a success of another kind', { status: 204 }, 502],
    ['a redirect', { status: 307, headers: { location: '/' } }, 502],
    ['a 408', { status: 408 }, 504],
  ] as const)('%s: unknown, sent once, never again', async (_name, reply, status) => {
    const key = randomUUID();
    fake.answer = () => reply;
    const response = await send(key);
    expect([response.status, response.problem().code]).toEqual([status, 'outcome_unknown']);
    expect(response.text).toContain('did not send them again');
    expect((await send(key)).status).toBe(status);
    expect(posts()).toHaveLength(1);
    const kept = await batch(key);
    expect(kept.batch.outcome).toBe('unknown');
    expect(kept.batch.unknownCause).not.toBeNull();
    expect(kept.rows).toHaveLength(2);
  });

  test('a rejected token: refused, not sent again', async () => {
    const key = randomUUID();
    fake.answer = () => ({ status: 401 });
    const response = await send(key);
    expect([response.status, response.problem().code]).toEqual([502, 'upstream_auth']);
    expect(posts()).toHaveLength(1);
    expect((await batch(key)).batch.outcome).toBe('refused');
  });

  test.each([
    ['fails', { status: 500 }, 'upstream_unavailable'],
    ['refuses', { status: 401, body: { error: 'invalid_client' } }, 'upstream_auth'],
  ] as const)('the token endpoint %s: refused as not sent', async (_name, reply, code) => {
    fake.answerToken = () => reply;
    const key = randomUUID();
    const response = await send(key);
    expect([response.status, response.problem().code]).toEqual([503, code]);
    expect(response.text).toContain('not sent');
    expect(posts()).toHaveLength(0);
    expect((await batch(key)).batch).toMatchObject({
      outcome: 'refused',
      settled: true,
      refusedBy: { source: 'console', upstreamStatus: null },
    });
  });

  test('no connection: refused as not sent', async () => {
    const away = await startTestConsole(
      { baseUrl: 'http://127.0.0.1:1', authUrl: fake.authUrl },
      {},
    );
    const cookie = await away.signIn('operator');
    const key = randomUUID();
    const response = await away.page(
      {
        method: 'POST',
        path: now,
        body: { type: 'StopCharging' },
        headers: { 'idempotency-key': key },
      },
      cookie,
    );
    expect([response.status, response.problem().code]).toEqual([502, 'upstream_unavailable']);
    expect(response.text).toContain('not sent');
    const kept = await away.page({ path: `/api/console/batches/${key}` }, cookie);
    expect(BatchDetail.parse(kept.json()).batch.outcome).toBe('refused');
    await away.running.close();
  });
});
