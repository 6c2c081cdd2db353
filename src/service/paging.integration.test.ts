import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { keysOf } from '../lib/objects.ts';
import { IDS, type ServiceUnderTest, serviceUnderTest } from './test-support.ts';

const prompt = { entityId: IDS.entity('prompt') };
let sut: ServiceUnderTest;

beforeAll(async () => {
  sut = await serviceUnderTest();
});
afterAll(() => sut.close());

describe('paging', () => {
  test('links.next leads through all rows, in order, each once', async () => {
    const seen: string[] = [];
    const query = { pageSize: 7, start: '2026-03-01T00:00:00Z', end: '2026-03-20T00:00:00Z' };
    const first = await sut.call('listChargeSessions', { params: prompt, query });
    let page = first.body;
    let pages = 0;
    for (;;) {
      pages += 1;
      seen.push(...page.data.map(({ id, data }) => `${data?.start} ${id}`));
      expect(page.meta?.pageSize).toBe(7);
      const next = page.links?.next ?? null;
      expect(next === null).toBe((page.meta?.continuationToken ?? null) === null);
      if (next === null) break;
      const answer = await fetch(next, {
        headers: { authorization: `Bearer ${await sut.token()}` },
      });
      page = ENDPOINTS.listChargeSessions.answer.parse(await answer.json());
    }
    expect(pages).toBe(9);
    expect(seen).toEqual([...new Set(seen)].toSorted());
    expect(seen).toHaveLength(60);
  });

  test('has 25 rows by default, and at most 1000', async () => {
    const page = (pageSize?: number) =>
      sut.call('listChargeSessions', { params: prompt, query: { pageSize } });
    expect((await page()).body.data).toHaveLength(25);
    expect((await page(1000)).body.data).toHaveLength(60);
    for (const size of [0, -1, 1001, 1.5]) expect((await page(size)).status).toBe(400);
  });

  test('a time frame includes its start and excludes its end', async () => {
    const all = await sut.call('listChargeSessions', { params: prompt, query: { pageSize: 1000 } });
    const starts = all.body.data.map(({ data }) => data?.start ?? '');
    const [start = '', end = ''] = [starts[10], starts[20]];
    const query = { start, end, pageSize: 1000 };
    const framed = await sut.call('listChargeSessions', { params: prompt, query });
    expect(framed.body.data.map(({ data }) => data?.start)).toEqual(
      starts.filter((text) => text >= start && text < end),
    );
    const turned = await sut.call('listChargeSessions', {
      params: prompt,
      query: { start: end, end: start },
    });
    expect(turned.status).toBe(400);
    const vague = { params: prompt, query: { start: 'today' } };
    expect((await sut.call('listChargeSessions', vague)).status).toBe(400);
  });

  test('a token that is damaged, or of another list or time frame, is 400', async () => {
    const query = { pageSize: 5 };
    const first = await sut.call('listChargeSessions', { params: prompt, query });
    const token = first.body.meta?.continuationToken ?? '';
    const attempts = [
      { params: prompt, query: { continuationToken: `${token}x` } },
      { params: prompt, query: { continuationToken: 'bm9uc2Vuc2U' } },
      { params: prompt, query: { continuationToken: token, end: '2026-03-20T00:00:00Z' } },
      { params: { entityId: IDS.entity('lent') }, query: { continuationToken: token } },
    ];
    for (const attempt of attempts) {
      expect((await sut.call('listChargeSessions', attempt)).status).toBe(400);
    }
    const good = { params: prompt, query: { continuationToken: token } };
    expect((await sut.call('listChargeSessions', good)).status).toBe(200);
  });

  test('all other lists are paged too', async () => {
    const query = { pageSize: 1 };
    const locations = await sut.call('listLocations', { params: prompt, query });
    const members = await sut.call('listMembers', { params: { collectiveId: IDS.fleet }, query });
    const types = await sut.call('listEntityTypes', { query });
    for (const { body } of [locations, members, types]) {
      expect(body.data).toHaveLength(1);
      const headers = { authorization: `Bearer ${await sut.token()}` };
      const next = await fetch(body.links?.next ?? '', { headers });
      expect(next.status).toBe(200);
      expect(JSON.stringify(await next.json())).not.toContain(JSON.stringify(body.data[0]));
    }
  });
});

describe('resources', () => {
  test('a Location can be read and deleted; deleting it twice is 404', async () => {
    const params = { ...prompt, locationId: IDS.location };
    const found = await sut.call('getLocation', { params });
    expect(found.body).toEqual({
      id: IDS.location,
      label: 'Place 0',
      latitude: 51.9,
      longitude: 4.4,
    });
    const other = { entityId: IDS.entity('lent'), locationId: IDS.location };
    expect((await sut.call('deleteLocation', { params: other })).status).toBe(404);
    expect((await sut.call('deleteLocation', { params })).status).toBe(204);
    expect((await sut.call('deleteLocation', { params })).status).toBe(404);
    expect((await sut.call('listLocations', { params: prompt })).body.data).toHaveLength(2);
  });

  test('charge sessions are captured only if the type charges and the capacity is known', async () => {
    const body = { feature: 'CaptureChargeSessions', enabled: true };
    const change = (name: string) =>
      sut.call('changeFeature', { params: { entityId: IDS.entity(name) }, body });
    expect((await change('battery')).errors[0]).toContain('type Battery');
    expect((await change('offline')).errors[0]).toContain('battery capacity must be set first');
    const capacity = { params: { entityId: IDS.entity('offline') }, body: { batteryCapacity: 64 } };
    expect((await sut.call('setBatteryCapacity', capacity)).body).toEqual({ batteryCapacity: 64 });
    expect((await change('offline')).body).toEqual([
      { feature: 'CaptureChargeSessions', isEnabled: true },
    ]);
    const unknown = await sut.call('changeFeature', {
      params: prompt,
      body: { feature: 'Levitation', enabled: true },
    });
    expect([unknown.status, unknown.errors[0]]).toEqual([400, expect.stringContaining('feature')]);
    const features = await sut.call('listFeatures', { params: prompt });
    expect(features.body).toEqual([{ feature: 'CaptureChargeSessions', isEnabled: false }]);
  });

  test.each([0, -1, 100_001])(
    'a battery capacity of %s is refused and changes nothing',
    async (value) => {
      const refused = await sut.call('setBatteryCapacity', {
        params: prompt,
        body: { batteryCapacity: value },
      });
      expect(refused.status).toBe(400);
      const read = await sut.call('getBatteryCapacity', { params: prompt });
      expect(read.body).toEqual({ batteryCapacity: 50 });
    },
  );

  test('a member leaves with the Entities that joined with it', async () => {
    const params = { collectiveId: IDS.fleet, memberId: IDS.member };
    const { status, body } = await sut.call('removeMember', { params });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: IDS.fleet,
      name: 'Collective fleet',
      owner: IDS.ours,
      type: 'Fleet',
      properties: { depot: 'north' },
    });
    expect(body.entities).toHaveLength(6);
    expect(body.entities).not.toContain(IDS.entity('slow'));
    expect((await sut.call('removeMember', { params })).status).toBe(404);
  });

  test('the types that can be onboarded have brands', async () => {
    const { body } = await sut.call('listEntityTypes');
    expect(body.data.map(({ type }) => type)).toContain('Battery');
    expect(body.data.every(({ brands }) => (brands ?? []).length > 0)).toBe(true);
  });

  test('the OpenAPI document has every endpoint of the table', async () => {
    const answer = await fetch(`${sut.service.baseUrl}/openapi.json`);
    const text = JSON.stringify(await answer.json());
    for (const name of keysOf(ENDPOINTS)) {
      expect(text).toContain(`"operationId":"${name}"`);
      expect(text).toContain(JSON.stringify(ENDPOINTS[name].path));
    }
  });
});
