import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { CARS, FLEET } from '../../../server/testing/console-harness.ts';
import {
  BATCH,
  command,
  commandId,
  dispatchesOfEachTest,
  LATER,
  NOW,
} from '../testing/dispatch-world.ts';
import { openStore } from '../../../store/open-store.ts';
import { refuseWrites } from '../../../store/testing/tampering.ts';

const { started, operator, send, batch, holdAnswer } = dispatchesOfEachTest();
const { posts } = started;

describe('an accepted dispatch', () => {
  test('is sent once, returns the batch, and is stored with the known membership', async () => {
    const key = randomUUID();
    const response = await send(key, undefined, {
      headers: { 'x-gridhelm-reason': encodeURIComponent('Grid alarm — ünlucky') },
    });
    expect(response.status).toBe(201);
    expect(response.json()).toMatchObject({ batchId: BATCH, commands: [{ id: commandId(0) }] });
    expect(posts().map((seen) => [seen.path, seen.body])).toEqual([
      [`/base/v1/collectives/${FLEET}/commands`, '{"type":"StopCharging","value":null}'],
    ]);
    const kept = await batch(key);
    expect(kept.batch).toMatchObject({
      id: key,
      collectiveName: 'Depot',
      outcome: 'accepted',
      batchId: BATCH,
      reason: 'Grid alarm — ünlucky',
      operator: { name: 'Jonas Verbeek' },
      memberCount: 2,
      ignoreCooldown: false,
    });
    expect(kept.rows.map((row) => [row.entityName, row.commandId])).toEqual([
      ['Van 1', commandId(0)],
      ['Van 2', null],
    ]);
  });

  test('Commands that it had not requested are marked so, and their Entities are unaccounted for', async () => {
    const commands = CARS.map((entityId, at) => ({
      ...command(at, 'Succeeded'),
      entityId,
      ...(at === 0 && { type: 'StartCharging' }),
      verification: { status: 'Succeeded', completedAt: null, error: null },
    }));
    started.fake.answer = ({ method }) =>
      method === 'POST'
        ? { status: 201, body: { batchId: BATCH, commands } }
        : { status: 200, body: { data: [], meta: { continuationToken: null } } };
    const key = randomUUID();
    await send(key);
    const kept = await batch(key);
    expect(kept.batch).toMatchObject({
      verdictCounts: { verified: 1, unrequested: 1 },
      unaccounted: 1,
      settled: false,
    });
    expect(kept.rows.map((row) => [row.type, row.verdict])).toEqual([
      [null, 'unknown'],
      ['StartCharging', 'unrequested'],
      ['StopCharging', 'verified'],
    ]);
  });

  test('a Command that the answer lists with two states is read before it counts as ended', async () => {
    const twice = [command(0), { ...command(0), status: 'Failed' }];
    started.fake.answer = ({ method }) =>
      method === 'POST'
        ? { status: 201, body: { batchId: BATCH, commands: twice } }
        : { status: 200, body: command(0, 'Sent') };
    const key = randomUUID();
    await send(key);
    await expect
      .poll(async () => (await batch(key)).rows[0]?.status, { timeout: 10_000 })
      .toBe('Sent');
  });

  test('the same key and body get the stored answer; the Service sees one request', async () => {
    const key = randomUUID();
    const first = await send(key);
    const second = await send(key.toUpperCase());
    expect([second.status, second.headers['idempotency-replayed']]).toEqual([201, 'true']);
    expect(second.json()).toEqual(first.json());
    expect(posts()).toHaveLength(1);
  });

  test('a double click: one is sent, the other is answered that it is in flight', async () => {
    const key = randomUUID();
    const go = holdAnswer();
    const first = send(key);
    await expect.poll(() => posts().length).toBe(1);
    const second = await send(key);
    expect(second.code()).toEqual([409, 'dispatch_in_flight']);
    expect((await batch(key)).batch).toMatchObject({ outcome: 'sending', settled: false });
    go();
    expect((await first).status).toBe(201);
    expect(posts()).toHaveLength(1);
  });

  test.each([
    ['another type', { type: 'StartCharging' }, {}],
    ['another Collective', { type: 'StopCharging' }, { path: NOW.replace(FLEET, CARS[0]) }],
    [
      'another flag',
      { type: 'StopCharging' },
      { path: `${NOW}?ignoreCooldown=true`, headers: { 'x-gridhelm-reason': 'why' } },
    ],
    [
      'the other kind',
      [{ type: 'StopCharging', triggerTime: '2027-01-01T00:00:00Z' }],
      { path: LATER },
    ],
  ])('the same key with %s: 422, nothing more is sent', async (_name, body, more) => {
    const key = randomUUID();
    await send(key);
    expect((await send(key, body, more)).code()).toEqual([422, 'idempotency_key_reused']);
    expect(posts()).toHaveLength(1);
  });

  test('another operator with its key and body: 422 while it is sent and after, not the answer', async () => {
    const key = randomUUID();
    const cookie = await started.gridhelm.signIn('administrator');
    const asOther = async () => {
      const response = await send(key, undefined, { headers: { cookie } });
      expect(response.code()).toEqual([422, 'idempotency_key_reused']);
      expect(response.text).toContain('a dispatch of Jonas Verbeek. Nothing was sent.');
    };
    const go = holdAnswer();
    const first = send(key);
    await expect.poll(() => posts().length).toBe(1);
    await asOther();
    go();
    expect((await first).status).toBe(201);
    await asOther();
    expect(posts()).toHaveLength(1);
  });

  test('completes when the browser disconnects', async () => {
    const key = randomUUID();
    const go = holdAnswer();
    const gone = new AbortController();
    const attempt = fetch(`http://127.0.0.1:${started.gridhelm.port}${NOW}`, {
      method: 'POST',
      signal: gone.signal,
      headers: {
        'content-type': 'application/json',
        'x-gridhelm': '1',
        origin: started.gridhelm.running.origin,
        'idempotency-key': key,
        cookie: operator(),
      },
      body: JSON.stringify({ type: 'StopCharging' }),
    });
    await expect.poll(() => posts().length).toBe(1);
    gone.abort();
    await expect(attempt).rejects.toThrow('aborted');
    go();
    await expect.poll(async () => (await batch(key)).batch.outcome).toBe('accepted');
  });

  test('the cooldown override and a schedule reach the Service in its format', async () => {
    const body = [
      { type: 'LimitFeedIn', value: ' 5000 ', triggerTime: '2027-01-01T02:00:00+02:00' },
    ];
    const ignoring = { path: `${LATER}?ignoreCooldown=true` };
    const reason = { 'x-gridhelm-reason': 'test' };
    // No car takes it.
    const { guard } = (await send(randomUUID(), body, { ...ignoring, headers: reason })).problem();
    const headers = { ...reason, 'x-gridhelm-override': guard?.digest ?? '' };
    expect((await send(randomUUID(), body, { ...ignoring, headers })).status).toBe(201);
    expect(posts()[0]?.path).toBe(
      `/base/v1/collectives/${FLEET}/commands/schedule?ignoreCooldown=true`,
    );
    expect(JSON.parse(posts()[0]?.body ?? '')).toEqual([
      { triggerTime: '2027-01-01T00:00:00.000Z', type: 'LimitFeedIn', value: '5000' },
    ]);
  });
});

describe('an outcome that cannot be stored', () => {
  test('is reported as unknown, with the batch, and stored as soon as the store works', async () => {
    const key = randomUUID();
    const takeAgain = await refuseWrites(started.gridhelm.store, 'update', 'intents');
    const response = await send(key);
    expect(response.code()).toEqual([502, 'outcome_unknown']);
    expect(response.text).toContain(BATCH);
    expect((await batch(key)).batch.outcome).toBe('sending');
    await takeAgain();
    await expect
      .poll(async () => (await batch(key)).batch.outcome, { timeout: 4000 })
      .toBe('accepted');
    expect((await send(key)).status).toBe(201);
    expect(posts()).toHaveLength(1);
  });
});

test('after a restart an intent without an outcome becomes unknown and is not sent again', async () => {
  const key = randomUUID();
  await send(key);
  await started.restart(async (store) => {
    const db = await openStore(store);
    const sending = { outcome: 'sending', answer: null, answer_status: null };
    await db.updateTable('intents').set(sending).execute();
    await db.destroy();
  });
  const kept = await batch(key);
  expect(kept.batch).toMatchObject({
    outcome: 'unknown',
    unknownCause: 'The console stopped before the answer was stored.',
  });
  expect((await send(key)).code()).toEqual([502, 'outcome_unknown']);
  expect(posts()).toHaveLength(1);
});
