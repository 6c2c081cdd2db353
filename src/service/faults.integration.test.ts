import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from '../contract/zod.ts';
import { IDS, type ServiceUnderTest, serviceUnderTest } from './test-support.ts';

const Requests = z.object({
  counts: z.record(z.string(), z.number()),
  byMethod: z.record(z.string(), z.number()),
  mostInASecond: z.record(z.string(), z.number()),
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

async function commandCount(): Promise<number> {
  await sut.control('DELETE', '/faults');
  const { body } = await sut.call('listCommands', { params: prompt });
  return body.data.length;
}

describe('fault controls', () => {
  test('reset-before: the connection breaks and nothing was done', async () => {
    await sut.arm({ endpoint: 'sendCommand', kind: 'reset-before' });
    await expect(sut.call('sendCommand', stop)).rejects.toThrow('fetch failed');
    expect(await commandCount()).toBe(0);
  });

  test('reset-after: the connection breaks after it was done', async () => {
    await sut.arm({ endpoint: 'sendCommand', kind: 'reset-after' });
    await expect(sut.call('sendCommand', stop)).rejects.toThrow('fetch failed');
    expect(await commandCount()).toBe(1);
  });

  test('hang: never answers, does nothing, and does not prevent a stop', async () => {
    await sut.arm({ endpoint: 'sendCommand', kind: 'hang' });
    const hanging = sut.call('sendCommand', stop);
    const ended = hanging.then(
      () => 'answered',
      () => 'broken',
    );
    await expect
      .poll(
        async () => Requests.parse(await (await sut.control('GET', '/requests')).json()).batches,
      )
      .toHaveLength(1);
    expect(await commandCount()).toBe(0);
    await sut.restart();
    expect(await ended).toBe('broken');
  });

  test('status: the given answer, for the given number of requests', async () => {
    const errors = [{ code: 'Busy', description: 'Later', message: null }];
    const token = await sut.token();
    await sut.arm({ endpoint: '*', kind: 'status', status: 503, errors, count: 2 });
    const statuses: number[] = [];
    for (let at = 0; at < 3; at += 1) {
      statuses.push((await sut.call('listFeatures', { params: prompt, token })).status);
    }
    expect(statuses).toEqual([503, 503, 200]);
  });

  test('malformed-json, wrong-content-type, unknown-enum, nulls: the answer is changed', async () => {
    const token = await sut.token();
    const read = async (kind: string) => {
      await sut.arm({ endpoint: 'listCommands', kind });
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
    await sut.arm({ endpoint: 'listFeatures', kind: 'delay', ms: 150 });
    const token = await sut.token();
    const before = performance.now();
    expect((await sut.call('listFeatures', { params: prompt, token })).status).toBe(200);
    expect(performance.now() - before).toBeGreaterThan(140);
  });

  test('reset-unread: the connection breaks before the body has arrived', async () => {
    const token = await sut.token();
    await sut.arm({ endpoint: 'sendCommand', kind: 'reset-unread' });
    const socket = connect(sut.service.port, '127.0.0.1');
    // The announced body never arrives: only a fault that does not wait for it can break the connection.
    socket.write(
      `POST /v1/collectives/${IDS.fleet}/commands HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n` +
        `Authorization: Bearer ${token}\r\nContent-Length: 1000\r\n\r\n{`,
    );
    let text = '';
    socket.on('data', (part) => (text += String(part)));
    await new Promise((resolve) => socket.on('error', resolve).on('close', resolve));
    expect(text).toBe('');
    const { batches } = Requests.parse(await (await sut.control('GET', '/requests')).json());
    expect(batches).toEqual([]);
  });

  test('status: without a body, and with Retry-After', async () => {
    const token = await sut.token();
    await sut.arm({
      endpoint: 'listFeatures',
      kind: 'status',
      status: 502,
      errors: null,
      retryAfterS: 7,
    });
    const answer = await fetch(`${sut.service.baseUrl}/v1/entities/${prompt.entityId}/features`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect([answer.status, answer.headers.get('retry-after'), await answer.text()]).toEqual([
      502,
      '7',
      '',
    ]);
  });

  test('truncated: half an answer, although it was done', async () => {
    await sut.arm({ endpoint: 'sendCommand', kind: 'truncated' });
    await expect(sut.call('sendCommand', stop)).rejects.toThrow('terminated');
    expect(await commandCount()).toBe(1);
  });

  test('huge: as many bytes as requested, with JSON at the end', async () => {
    const token = await sut.token();
    await sut.arm({ endpoint: 'listFeatures', kind: 'huge', bytes: 3_000_000 });
    const answer = await fetch(`${sut.service.baseUrl}/v1/entities/${prompt.entityId}/features`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const text = await answer.text();
    expect(text).toHaveLength(3_000_000);
    expect(JSON.parse(text)).toEqual([{ feature: 'CaptureChargeSessions', isEnabled: false }]);
  });

  test('token-refused: 401 though the token is good, and invalid_client at the token endpoint', async () => {
    const token = await sut.token();
    await sut.arm({ endpoint: '*', kind: 'token-refused', count: 2 });
    const refused = await sut.call('listFeatures', { params: prompt, token });
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer realm="esp", error="invalid_token"',
    ]);
    const form = await fetch(sut.service.authUrl, { method: 'POST' });
    expect([form.status, await form.json()]).toEqual([
      401,
      expect.objectContaining({ error: 'invalid_client' }),
    ]);
    expect((await sut.call('listFeatures', { params: prompt, token })).status).toBe(200);
  });

  test('clock-jump: simulated time advances before the request is handled', async () => {
    const { body } = await sut.call('sendCommand', stop);
    const commandId = body.commands.find(({ entityId }) => entityId === prompt.entityId)?.id ?? '';
    const params = { ...prompt, commandId };
    expect((await sut.call('getCommand', { params })).body.status).toBe('Pending');
    await sut.arm({ endpoint: 'getCommand', kind: 'clock-jump', ms: 3_600_000, count: 1 });
    expect((await sut.call('getCommand', { params })).body.status).toBe('Succeeded');
  });

  test('duplicate-page: a page is repeated, then the list continues', async () => {
    const query = { pageSize: 20 };
    const list = (continuationToken?: string | null) =>
      sut.call('listChargeSessions', {
        params: prompt,
        query: { ...query, ...(continuationToken && { continuationToken }) },
      });
    await sut.arm({ endpoint: 'listChargeSessions', kind: 'duplicate-page', count: 1 });
    const first = (await list()).body;
    const again = (await list(first.meta?.continuationToken)).body;
    expect(again.data).toEqual(first.data);
    const second = (await list(again.meta?.continuationToken)).body;
    const ids = [...first.data, ...second.data].map(({ id }) => id);
    expect(new Set(ids).size).toBe(40);
  });

  test('endless-paging: each page has a next one, with a new token', async () => {
    await sut.arm({ endpoint: 'listChargeSessions', kind: 'endless-paging' });
    const token = await sut.token();
    const Page = z.object({
      data: z.array(z.unknown()),
      links: z.object({ next: z.string() }),
      meta: z.object({ continuationToken: z.string() }),
    });
    let next = `${sut.service.baseUrl}/v1/entities/${prompt.entityId}/charge-sessions?pageSize=40`;
    const tokens = new Set<string>();
    for (let at = 0; at < 7; at += 1) {
      const answer = await fetch(next, { headers: { authorization: `Bearer ${token}` } });
      const page = Page.parse(await answer.json());
      expect(page.data.length).toBeGreaterThan(0);
      tokens.add(page.meta.continuationToken);
      next = page.links.next;
    }
    expect(tokens.size).toBe(7);
  });

  test('counts received requests, with the bodies of dispatches', async () => {
    await sut.call('sendCommand', stop);
    await sut.call('listFeatures', { params: prompt, token: null });
    const requests = Requests.parse(await (await sut.control('GET', '/requests')).json());
    expect(requests.counts).toEqual({ token: 1, sendCommand: 1, listFeatures: 1 });
    expect(requests.byMethod['sendCommand POST']).toBe(1);
    expect(requests.mostInASecond['sendCommand']).toBe(1);
    expect(requests.batches).toEqual([
      {
        endpoint: 'sendCommand',
        path: `/v1/collectives/${IDS.fleet}/commands`,
        body: JSON.stringify(stop.body),
      },
    ]);
  });

  test('an invalid rule is refused with its path', async () => {
    const answer = await sut.control('PUT', '/faults', [
      { endpoint: 'sendCommand', kind: 'status' },
    ]);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('[0].status');
    for (const rule of [
      { endpoint: 'nothing', kind: 'hang' },
      { endpoint: '*', kind: 'clock-jump' },
      { endpoint: '*', kind: 'delay', ms: 600_001 },
    ]) {
      expect((await sut.control('PUT', '/faults', [rule])).status).toBe(400);
    }
  });

  test('are off by default', async () => {
    const plain = await serviceUnderTest();
    expect(plain.service.controlUrl).toBeNull();
    await plain.close();
  });
});
