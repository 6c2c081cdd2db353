import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from '../../contract/zod.ts';
import { IDS, type ServiceUnderTest, serviceUnderTest } from '../test-support.ts';

const fleet = { collectiveId: IDS.fleet };

const stop = { params: fleet, body: { type: 'StopCharging', value: null } };
/** Maximum time on a machine under load, in milliseconds. */
const PATIENCE = { timeout: 20_000 };
const Requests = z.object({ held: z.number() });

let sut: ServiceUnderTest;

beforeEach(async () => {
  sut = await serviceUnderTest(undefined, { controlPort: 0 });
});
afterEach(() => sut.close());

async function held(): Promise<number> {
  return Requests.parse(await (await sut.control('GET', '/requests')).json()).held;
}

describe('requests that are held', () => {
  test('hold: a request is handled when the rules are replaced, and not before', async () => {
    await sut.arm({ endpoint: 'sendCommand', kind: 'hold' });
    const sending = sut.call('sendCommand', stop);
    await expect.poll(held, PATIENCE).toBe(1);
    expect(await sut.ledger()).toEqual([]);
    await sut.arm();
    expect((await sending).status).toBe(201);
    expect(await sut.ledger()).toHaveLength(1);
    expect(await held()).toBe(0);
  });

  test('hold: a request is handled even if its client disconnects', async () => {
    await sut.arm({ endpoint: 'sendCommand', kind: 'hold' });
    const client = new AbortController();
    const sending = sut.sendOnWire(client.signal);
    await expect.poll(held, PATIENCE).toBe(1);
    client.abort();
    await expect(sending).rejects.toThrow('abort');
    sut.pass(14_000);
    await sut.heal();
    await expect.poll(() => sut.ledger(), PATIENCE).toHaveLength(1);
    const [batch] = await sut.ledger();
    expect(batch?.commands).toHaveLength(8);
  });

  test('hold: held requests are handled when the service stops, and do not keep it running', async () => {
    await sut.arm({ endpoint: 'sendCommand', kind: 'hold' });
    const client = new AbortController();
    const gone = sut.sendOnWire(client.signal).catch(() => 'gone');
    const sending = sut.call('sendCommand', stop).then(
      ({ status }) => status,
      () => 'broken',
    );
    await expect.poll(held, PATIENCE).toBe(2);
    client.abort();
    expect(await gone).toBe('gone');
    await sut.restart();
    expect(await sending).toBe(201);
    expect(await sut.ledger()).toHaveLength(2);
  });

  test('hold-answer: a request is handled at once, its answer waits', async () => {
    await sut.arm({ endpoint: 'sendCommand', kind: 'hold-answer' });
    const sending = sut.call('sendCommand', stop);
    await expect.poll(held, PATIENCE).toBe(1);
    const [batch] = await sut.ledger();
    await sut.heal();
    expect((await sending).body.batchId).toBe(batch?.batchId);
  });

  test('a scenario that replaces the rules releases held requests, even for a token', async () => {
    await sut.arm({ endpoint: 'token', kind: 'hold' });
    const token = sut.token();
    await expect.poll(held, PATIENCE).toBe(1);
    await sut.control('PUT', '/scenario', { name: 'healthy' });
    expect(await token).not.toBe('');
  });
});
