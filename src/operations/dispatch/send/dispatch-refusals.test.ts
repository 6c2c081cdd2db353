import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { BatchDetail, BatchList } from '../../../contract/console/batch.ts';
import { CARS, FLEET, startTestConsole } from '../../../server/testing/console-harness.ts';
import { dispatchesOfEachTest, LATER, NOW } from '../testing/dispatch-world.ts';
import { refuseWrites } from '../../../store/testing/tampering.ts';

const { started, operator, send, batch } = dispatchesOfEachTest();
const { posts } = started;
type More = NonNullable<Parameters<typeof send>[2]>;

describe('a dispatch that is refused before it is sent', () => {
  const STOP = { type: 'StopCharging' };
  /** What is answered, and what came of it: a request to the Service, a stored batch. */
  const refused = async (key: string | null, body: object, more: More) => {
    const { status, text } = await send(key, body, more);
    const list = await started.send('GET /api/console/batches', operator());
    return [status, text, started.fake.seen, BatchList.parse(list.json()).batches];
  };
  const withField = (message: string) => [400, expect.stringContaining(message), [], []];
  const because = (reason: string) => ({ headers: { 'x-gridhelm-reason': reason } });
  const ignoring = (flag: string) => ({ path: `${NOW}?ignoreCooldown=${flag}` });

  test.each<[string, object, More, string]>([
    ['no type', {}, {}, 'type'],
    ['an unknown type', { type: 'Explode' }, {}, 'type'],
    ['no limit', { type: 'LimitFeedIn', value: '' }, {}, 'value'],
    ['a long limit', { type: 'LimitFeedIn', value: '9'.repeat(10_000) }, {}, '10000 characters'],
    ['a value for a Command without one', { ...STOP, value: '1' }, {}, 'takes no value'],
    ['an override without a reason', STOP, ignoring('true'), 'reason'],
    ['an invalid flag', STOP, { ...ignoring('1'), ...because('x') }, 'ignoreCooldown'],
    ['a reason that is too long', STOP, because('x'.repeat(501)), '500'],
    ['a reason over two lines', STOP, because('a%0Ab'), 'line break'],
  ])('%s: 400 with the field, nothing is stored or sent', async (_name, body, more, message) => {
    expect(await refused(randomUUID(), body, more)).toEqual(withField(message));
  });

  const at = (type: string) => ({ type, triggerTime: '2027-01-01T00:00:00Z' });
  test.each<[string, object[], string]>([
    ['nothing', [], 'At least one'],
    ['no time', [STOP], '0.triggerTime'],
    ['a wrong item', [at('StopCharging'), at('No')], '1.type'],
    ['1001 items', Array.from({ length: 1001 }, () => at('StopCharging')), '1000'],
  ])(
    'a schedule with %s: 400 with the field, nothing is stored or sent',
    async (_name, items, message) => {
      expect(await refused(randomUUID(), items, { path: LATER })).toEqual(withField(message));
    },
  );

  test.each([
    [null, 'idempotency_key_missing'],
    ['abc', 'UUID'],
  ])('the key %s: 400, nothing is stored or sent', async (key, message) => {
    expect(await refused(key, STOP, {})).toEqual(withField(message));
  });

  test('a Collective that is not in the directory: 404', async () => {
    const response = await send(randomUUID(), undefined, { path: NOW.replace(FLEET, CARS[0]) });
    expect(response.refusal()).toEqual([404, expect.stringContaining('nothing was sent')]);
    expect(started.fake.seen).toEqual([]);
  });

  test('a store that cannot be written: 503, nothing is sent, reads work', async () => {
    const takeAgain = await refuseWrites(started.gridhelm.store, 'insert', 'intents');
    expect((await send(randomUUID())).code()).toEqual([503, 'store_unavailable']);
    expect(started.fake.seen).toEqual([]);
    expect((await started.send('GET /api/console/collectives', operator())).status).toBe(200);
    await takeAgain();
  });
});

describe('a dispatch that the Service does not accept', () => {
  test('its refusal is relayed, stored, and repeated', async () => {
    const key = randomUUID();
    const errors = [{ code: 'C', message: 'In cooldown' }];
    started.fake.answer = () => ({ status: 409, body: { errors } });
    const response = await send(key);
    expect(response.code()).toEqual([409, 'upstream_refused']);
    expect(response.problem()).toMatchObject({ source: 'service', errors });
    const again = await send(key);
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([409, 'true']);
    expect(again.problem().errors).toEqual(response.problem().errors);
    expect(posts()).toHaveLength(1);
    expect((await batch(key)).batch).toMatchObject({
      outcome: 'refused',
      settled: true,
      refusal: { status: 409, errors },
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
    expect(response.code()).toEqual([status, 'outcome_unknown']);
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
    expect((await send(key)).code()).toEqual([502, 'upstream_auth']);
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
    expect(response.code()).toEqual([503, code]);
    expect(response.text).toContain('not sent');
    expect(posts()).toHaveLength(0);
    expect((await batch(key)).batch).toMatchObject({
      outcome: 'refused',
      settled: true,
      refusedBy: { source: 'console', upstreamStatus: null },
    });
  });

  test('no connection: refused as not sent', async () => {
    const { authUrl } = started.fake;
    const away = await startTestConsole({ baseUrl: 'http://127.0.0.1:1', authUrl });
    const cookie = await away.signIn('operator');
    const key = randomUUID();
    const stop = { type: 'StopCharging' };
    const response = await away.send(`POST ${NOW}`, cookie, stop, { 'idempotency-key': key });
    expect(response.code()).toEqual([502, 'upstream_unavailable']);
    expect(response.text).toContain('not sent');
    const kept = await away.send(`GET /api/console/batches/${key}`, cookie);
    expect(BatchDetail.parse(kept.json()).batch.outcome).toBe('refused');
    await away.running.close();
  });
});
