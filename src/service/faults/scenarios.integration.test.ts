import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from '../../contract/zod.ts';
import { IDS, type ServiceUnderTest, serviceUnderTest } from '../test-support.ts';

const prompt = { entityId: IDS.entity('prompt') };
const stop = { params: { collectiveId: IDS.fleet }, body: { type: 'StopCharging', value: null } };
const Listed = z.object({
  name: z.string().nullable(),
  scenarios: z.array(z.object({ name: z.string(), description: z.string() })),
});
let sut: ServiceUnderTest;

beforeAll(async () => {
  sut = await serviceUnderTest(undefined, { controlPort: 0 });
  await sut.token();
});
afterAll(() => sut.close());

async function choose(name: string): Promise<void> {
  expect((await sut.control('PUT', '/scenario', { name })).status).toBe(204);
}

async function listed() {
  return Listed.parse(await (await sut.control('GET', '/scenario')).json());
}

/** The results of some reads: a status, or `broken`. */
async function outcomes(count: number): Promise<(number | 'broken')[]> {
  const address = `${sut.service.baseUrl}/v1/entities/${prompt.entityId}/features`;
  const headers = { authorization: `Bearer ${await sut.token()}` };
  const seen: (number | 'broken')[] = [];
  for (let at = 0; at < count; at += 1) {
    try {
      const answer = await fetch(address, { headers });
      await answer.text();
      seen.push(answer.status);
    } catch {
      seen.push('broken');
    }
  }
  return seen;
}

async function commandCount(): Promise<number> {
  return (await sut.call('listCommands', { params: prompt })).body.data.length;
}

describe('scenarios', () => {
  test('are listed with their effect, and the current one', async () => {
    await choose('healthy');
    const { name, scenarios } = await listed();
    expect(name).toBe('healthy');
    expect(scenarios.map((row) => row.name)).toEqual([
      'healthy',
      'slow',
      'flaky',
      'degraded',
      'outage',
      'ambiguous',
    ]);
    expect(scenarios.every(({ description }) => description.endsWith('.'))).toBe(true);
    await sut.control('PUT', '/faults', [{ endpoint: 'listMembers', kind: 'hang' }]);
    expect((await listed()).name).toBeNull();
    await sut.control('DELETE', '/faults');
    expect((await listed()).name).toBe('healthy');
  });

  test('with an unknown name are refused, and change nothing', async () => {
    await choose('outage');
    const refused = await sut.control('PUT', '/scenario', { name: 'apocalypse' });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('name: ');
    expect((await listed()).name).toBe('outage');
  });

  test('outage: every request is 503 with Retry-After, also for a token; then healthy', async () => {
    await choose('outage');
    const refused = await sut.call('listFeatures', { params: prompt });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    expect((await sut.call('sendCommand', stop)).status).toBe(503);
    expect((await fetch(sut.service.authUrl, { method: 'POST' })).status).toBe(503);
    await choose('healthy');
    expect(await outcomes(3)).toEqual([200, 200, 200]);
    expect(await commandCount()).toBe(0);
  });

  test('flaky: some requests fail, most do not, the same ones each time', async () => {
    await choose('flaky');
    const seen = await outcomes(60);
    const good = seen.filter((outcome) => outcome === 200).length;
    expect(good).toBeGreaterThan(35);
    expect(new Set(seen)).toEqual(new Set([200, 503, 'broken']));
    await choose('flaky');
    expect(await outcomes(60)).toEqual(seen);
  });

  test('degraded: late, refused and truncated answers', async () => {
    await choose('degraded');
    const begun = performance.now();
    const seen = await Promise.all(Array.from({ length: 40 }, () => outcomes(1)));
    expect(new Set(seen.flat())).toEqual(new Set([200, 503, 'broken']));
    expect(performance.now() - begun).toBeGreaterThan(380);
  });

  test('ambiguous: changes are done and their answers lost; reads are answered', async () => {
    await choose('ambiguous');
    const before = await commandCount();
    await expect(sut.call('sendCommand', stop)).rejects.toThrow('fetch failed');
    expect(await commandCount()).toBe(before + 1);
    const capacity = { params: prompt, body: { batteryCapacity: 61 } };
    await expect(sut.call('setBatteryCapacity', capacity)).rejects.toThrow('fetch failed');
    const { body } = await sut.call('getBatteryCapacity', { params: prompt });
    expect(body).toEqual({ batteryCapacity: 61 });
  });
});
