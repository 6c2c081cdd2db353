import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from '../contract/zod.ts';
import { IDS, type ServiceUnderTest, serviceUnderTest } from './test-support.ts';

const Requests = z.object({
  counts: z.record(z.string(), z.number()),
  byMethod: z.record(z.string(), z.number()),
  batches: z.array(z.object({ endpoint: z.string(), path: z.string(), body: z.string() })),
});

const fleet = { collectiveId: IDS.fleet };
const prompt = { entityId: IDS.entity('prompt') };
const stop = { params: fleet, body: { type: 'StopCharging', value: null } };
let sut: ServiceUnderTest;

beforeEach(async () => {
  sut = await serviceUnderTest(undefined, { controlPort: 0 });
});
afterEach(() => sut.close());

function control(method: string, path: string, body?: unknown) {
  return fetch(`${sut.service.controlUrl}${path}`, {
    method,
    ...(body !== undefined && {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
    }),
  });
}

async function arm(...rules: object[]): Promise<void> {
  expect((await control('PUT', '/faults', rules)).status).toBe(204);
}

async function commandCount(): Promise<number> {
  await control('DELETE', '/faults');
  const { body } = await sut.call('listCommands', { params: prompt });
  return body.data.length;
}

describe('fault controls', () => {
  test('reset-before: the connection breaks and nothing was done', async () => {
    await arm({ endpoint: 'sendCommand', kind: 'reset-before' });
    await expect(sut.call('sendCommand', stop)).rejects.toThrow('fetch failed');
    expect(await commandCount()).toBe(0);
  });

  test('reset-after: the connection breaks and it was done all the same', async () => {
    await arm({ endpoint: 'sendCommand', kind: 'reset-after' });
    await expect(sut.call('sendCommand', stop)).rejects.toThrow('fetch failed');
    expect(await commandCount()).toBe(1);
  });

  test('hang: never answers, does nothing, and does not keep the service from stopping', async () => {
    await arm({ endpoint: 'sendCommand', kind: 'hang' });
    const hanging = sut.call('sendCommand', stop);
    const ended = hanging.then(
      () => 'answered',
      () => 'broken',
    );
    await expect
      .poll(async () => Requests.parse(await (await control('GET', '/requests')).json()).batches)
      .toHaveLength(1);
    expect(await commandCount()).toBe(0);
    await sut.restart();
    expect(await ended).toBe('broken');
  });

  test('status: an answer of its own, for as many requests as asked', async () => {
    const errors = [{ code: 'Busy', description: 'Later', message: null }];
    const token = await sut.token();
    await arm({ endpoint: '*', kind: 'status', status: 503, errors, count: 2 });
    const statuses: number[] = [];
    for (let at = 0; at < 3; at += 1) {
      statuses.push((await sut.call('listFeatures', { params: prompt, token })).status);
    }
    expect(statuses).toEqual([503, 503, 200]);
  });

  test('malformed-json, wrong-content-type, unknown-enum, nulls: the answer is changed', async () => {
    const token = await sut.token();
    const read = async (kind: string) => {
      await arm({ endpoint: 'listCommands', kind });
      const answer = await fetch(
        `${sut.service.baseUrl}/v1/entities/${IDS.entity('battery')}/commands`,
        { headers: { authorization: `Bearer ${token}` } },
      );
      return { type: answer.headers.get('content-type'), text: await answer.text() };
    };
    const malformed = await read('malformed-json');
    expect(() => JSON.parse(malformed.text)).toThrow(SyntaxError);
    expect((await read('wrong-content-type')).type).toContain('text/html');
    const Row = z.object({ id: z.string(), status: z.string().nullable() });
    const Body = z.object({ data: z.array(Row) });
    expect(Body.parse(JSON.parse((await read('unknown-enum')).text)).data[0]?.status).toBe(
      'Quiescent',
    );
    const nulls = Body.parse(JSON.parse((await read('nulls')).text)).data[0];
    expect([nulls?.id.length, nulls?.status]).toEqual([36, null]);
  });

  test('delay: the answer comes, later', async () => {
    await arm({ endpoint: 'listFeatures', kind: 'delay', ms: 150 });
    const token = await sut.token();
    const before = performance.now();
    expect((await sut.call('listFeatures', { params: prompt, token })).status).toBe(200);
    expect(performance.now() - before).toBeGreaterThan(140);
  });

  test('the token endpoint can be disturbed too', async () => {
    await arm({ endpoint: 'token', kind: 'status', status: 500 });
    expect((await fetch(sut.service.authUrl, { method: 'POST' })).status).toBe(500);
  });

  test('counts what was received, with the bodies that dispatch', async () => {
    await sut.call('sendCommand', stop);
    await sut.call('listFeatures', { params: prompt, token: null });
    const requests = Requests.parse(await (await control('GET', '/requests')).json());
    expect(requests.counts).toEqual({ token: 1, sendCommand: 1, listFeatures: 1 });
    expect(requests.byMethod['sendCommand POST']).toBe(1);
    expect(requests.batches).toEqual([
      {
        endpoint: 'sendCommand',
        path: `/v1/collectives/${IDS.fleet}/commands`,
        body: JSON.stringify(stop.body),
      },
    ]);
  });

  test('the clock can be moved on', async () => {
    const { body } = await sut.call('sendCommand', stop);
    await control('POST', '/clock', { advanceMs: 60_000 });
    const command = body.commands.find(({ entityId }) => entityId === prompt.entityId);
    const read = await sut.call('getCommand', {
      params: { ...prompt, commandId: command?.id ?? '' },
    });
    expect(read.body.status).toBe('Succeeded');
  });

  test('a rule that makes no sense is refused with its path', async () => {
    const answer = await control('PUT', '/faults', [{ endpoint: 'sendCommand', kind: 'status' }]);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('[0].status');
    expect((await control('PUT', '/faults', [{ endpoint: 'nothing', kind: 'hang' }])).status).toBe(
      400,
    );
  });

  test('are off unless asked for', async () => {
    const plain = await serviceUnderTest();
    expect(plain.service.controlUrl).toBeNull();
    await plain.close();
  });
});
