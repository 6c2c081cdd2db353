import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from '../../contract/zod.ts';
import { IDS, type ServiceUnderTest, serviceUnderTest } from '../test-support.ts';

const fleet = { collectiveId: IDS.fleet };

const stop = { params: fleet, body: { type: 'StopCharging', value: null } };
/** Maximum time on a machine under load, in milliseconds. */
const PATIENCE = { timeout: 20_000 };
const Requests = z.object({ held: z.number() });
const Ledger = z.object({
  batches: z.array(
    z.object({
      batchId: z.string(),
      endpoint: z.string(),
      collectiveId: z.string(),
      receivedAtMs: z.number(),
      body: z.unknown(),
      commands: z.array(
        z.strictObject({
          id: z.string(),
          entityId: z.string(),
          type: z.string(),
          value: z.string().nullable(),
          triggerTime: z.string(),
          status: z.string(),
        }),
      ),
    }),
  ),
});

let sut: ServiceUnderTest;

beforeEach(async () => {
  sut = await serviceUnderTest(undefined, { controlPort: 0 });
});
afterEach(() => sut.close());

async function control(method: string, path: string, body?: unknown): Promise<Response> {
  const answer = await fetch(`${sut.service.controlUrl}${path}`, {
    method,
    ...(body !== undefined && {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
  });
  expect(answer.ok).toBe(true);
  return answer;
}

const arm = (...rules: object[]) => control('PUT', '/faults', rules);
const heal = () => control('DELETE', '/faults');

async function ledger() {
  return Ledger.parse(await (await control('GET', '/ledger')).json()).batches;
}

async function held(): Promise<number> {
  return Requests.parse(await (await control('GET', '/requests')).json()).held;
}

async function sendOnWire(signal: AbortSignal | null = null) {
  return fetch(`${sut.service.baseUrl}/v1/collectives/${IDS.fleet}/commands`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await sut.token()}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(stop.body),
    signal,
  });
}

describe('requests that are held', () => {
  test('hold: a request is handled when the rules are replaced, and not before', async () => {
    await arm({ endpoint: 'sendCommand', kind: 'hold' });
    const sending = sut.call('sendCommand', stop);
    await expect.poll(held, PATIENCE).toBe(1);
    expect(await ledger()).toEqual([]);
    await arm();
    expect((await sending).status).toBe(201);
    expect(await ledger()).toHaveLength(1);
    expect(await held()).toBe(0);
  });

  test('hold: a request is handled even if its client disconnects', async () => {
    await arm({ endpoint: 'sendCommand', kind: 'hold' });
    const client = new AbortController();
    const sending = sendOnWire(client.signal);
    await expect.poll(held, PATIENCE).toBe(1);
    client.abort();
    await expect(sending).rejects.toThrow('abort');
    sut.pass(14_000);
    await heal();
    await expect.poll(ledger, PATIENCE).toHaveLength(1);
    const [batch] = await ledger();
    expect(batch?.commands).toHaveLength(8);
  });

  test('hold: held requests are handled when the service stops, and do not keep it running', async () => {
    await arm({ endpoint: 'sendCommand', kind: 'hold' });
    const client = new AbortController();
    const gone = sendOnWire(client.signal).catch(() => 'gone');
    const sending = sut.call('sendCommand', stop).then(
      ({ status }) => status,
      () => 'broken',
    );
    await expect.poll(held, PATIENCE).toBe(2);
    client.abort();
    expect(await gone).toBe('gone');
    await sut.restart();
    expect(await sending).toBe(201);
    expect(await ledger()).toHaveLength(2);
  });

  test('hold-answer: a request is handled at once, its answer waits', async () => {
    await arm({ endpoint: 'sendCommand', kind: 'hold-answer' });
    const sending = sut.call('sendCommand', stop);
    await expect.poll(held, PATIENCE).toBe(1);
    const [batch] = await ledger();
    await heal();
    expect((await sending).body.batchId).toBe(batch?.batchId);
  });

  test('a scenario that replaces the rules releases held requests, even for a token', async () => {
    await arm({ endpoint: 'token', kind: 'hold' });
    const token = sut.token();
    await expect.poll(held, PATIENCE).toBe(1);
    await control('PUT', '/scenario', { name: 'healthy' });
    expect(await token).not.toBe('');
  });
});
