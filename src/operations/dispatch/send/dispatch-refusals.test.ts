import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { BatchDetail, BatchList } from '../../../contract/console/batch.ts';
import { CARS, FLEET, startTestConsole } from '../../../server/testing/console-harness.ts';
import { dispatchesOfEachTest, LATER, NOW } from '../testing/dispatch-world.ts';
import { refuseWrites } from '../../../store/testing/tampering.ts';

const { started, operator, send, batch } = dispatchesOfEachTest();
const { posts } = started;

describe('a dispatch that is refused before it is sent', () => {
  const reason = { 'x-gridhelm-reason': 'x' };
  const at = '2027-01-01T00:00:00Z';
  test.each<
    [string, string | null, object, { path?: string; headers?: Record<string, string> }, string]
  >([
    ['no key', null, { type: 'StopCharging' }, {}, 'idempotency_key_missing'],
    ['a key that is not a UUID', 'abc', { type: 'StopCharging' }, {}, 'UUID'],
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
      'a value for a Command without one',
      randomUUID(),
      { type: 'StopCharging', value: '1' },
      {},
      'takes no value',
    ],
    [
      'an override without a reason',
      randomUUID(),
      { type: 'StopCharging' },
      { path: `${NOW}?ignoreCooldown=true` },
      'reason',
    ],
    [
      'an invalid flag',
      randomUUID(),
      { type: 'StopCharging' },
      { path: `${NOW}?ignoreCooldown=1`, headers: reason },
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
    ['an empty schedule', randomUUID(), [], { path: LATER }, 'At least one'],
    [
      'a schedule without a time',
      randomUUID(),
      [{ type: 'StopCharging' }],
      { path: LATER },
      '0.triggerTime',
    ],
    [
      'a wrong item',
      randomUUID(),
      [
        { type: 'StopCharging', triggerTime: at },
        { type: 'No', triggerTime: at },
      ],
      { path: LATER },
      '1.type',
    ],
    [
      '1001 items',
      randomUUID(),
      Array.from({ length: 1001 }, () => ({ type: 'StopCharging', triggerTime: at })),
      { path: LATER },
      '1000',
    ],
  ])(
    '%s: 400 with the field, nothing is stored or sent',
    async (_name, key, body, more, message) => {
      const response = await send(key, body, more);
      expect(response.status).toBe(400);
      expect(response.text).toContain(message);
      expect(started.fake.seen).toEqual([]);
      const list = await started.gridhelm.page({ path: '/api/console/batches' }, operator());
      expect(BatchList.parse(list.json()).batches).toEqual([]);
    },
  );

  test('a Collective that is not in the directory: 404', async () => {
    const response = await send(randomUUID(), undefined, { path: NOW.replace(FLEET, CARS[0]) });
    expect(response.status).toBe(404);
    expect(response.problem().errors[0]?.message).toContain('nothing was sent');
    expect(started.fake.seen).toEqual([]);
  });

  test('an operator without permission: 403', async () => {
    const viewer = await started.gridhelm.signIn('viewer');
    const response = await started.gridhelm.page(
      { method: 'POST', path: NOW, body: { type: 'StopCharging' } },
      viewer,
    );
    expect(response.status).toBe(403);
    expect(started.fake.seen).toEqual([]);
  });

  test('a store that cannot be written: 503, nothing is sent, reads work', async () => {
    const takeAgain = await refuseWrites(started.gridhelm.store, 'insert', 'intents');
    const response = await send(randomUUID());
    expect([response.status, response.problem().code]).toEqual([503, 'store_unavailable']);
    expect(started.fake.seen).toEqual([]);
    expect(
      (await started.gridhelm.page({ path: '/api/console/collectives' }, operator())).status,
    ).toBe(200);
    await takeAgain();
  });
});

describe('a dispatch that the Service does not accept', () => {
  test('its refusal is relayed, stored, and repeated', async () => {
    const key = randomUUID();
    started.fake.answer = () => ({
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
    ['an answer that is not a batch', { status: 201, body: { batchId: 'x' } }, 502],
    ['an unexpected success status', { status: 204 }, 502],
    ['a redirect', { status: 307, headers: { location: '/' } }, 502],
    ['a 408', { status: 408 }, 504],
  ] as const)('%s: unknown, sent once, never again', async (_name, reply, status) => {
    const key = randomUUID();
    started.fake.answer = () => reply;
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
    started.fake.answer = () => ({ status: 401 });
    const response = await send(key);
    expect([response.status, response.problem().code]).toEqual([502, 'upstream_auth']);
    expect(posts()).toHaveLength(1);
    expect((await batch(key)).batch.outcome).toBe('refused');
  });

  test.each([
    ['fails', { status: 500 }, 'upstream_unavailable'],
    ['refuses', { status: 401, body: { error: 'invalid_client' } }, 'upstream_auth'],
  ] as const)('the token endpoint %s: refused as not sent', async (_name, reply, code) => {
    started.fake.answerToken = () => reply;
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
      { baseUrl: 'http://127.0.0.1:1', authUrl: started.fake.authUrl },
      {},
    );
    const cookie = await away.signIn('operator');
    const key = randomUUID();
    const response = await away.page(
      {
        method: 'POST',
        path: NOW,
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
