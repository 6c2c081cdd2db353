import { afterAll, beforeAll, expect, test } from 'vitest';
import { IDS, type ServiceUnderTest, serviceUnderTest } from './test-support.ts';

const prompt = { entityId: IDS.entity('prompt') };
let sut: ServiceUnderTest;

beforeAll(async () => {
  sut = await serviceUnderTest();
});
afterAll(() => sut.close());

test('a continuation token of another Entity or time frame is 400', async () => {
  const query = { pageSize: 5 };
  const first = await sut.call('listChargeSessions', { params: prompt, query });
  const continuationToken = first.body.meta?.continuationToken ?? '';
  const statusOf = async (params: { entityId: string }, more: object = {}) => {
    const asked = { params, query: { continuationToken, ...more } };
    return (await sut.call('listChargeSessions', asked)).status;
  };
  expect(await statusOf(prompt, { end: '2026-03-20T00:00:00Z' })).toBe(400);
  expect(await statusOf({ entityId: IDS.entity('lent') })).toBe(400);
  expect(await statusOf(prompt)).toBe(200);
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
});

test('a member leaves with the Entities that joined with it', async () => {
  const params = { collectiveId: IDS.fleet, memberId: IDS.member };
  const { body } = await sut.call('removeMember', { params });
  expect(body).toMatchObject({ name: 'Collective fleet', properties: { depot: 'north' } });
  expect(body.entities).toHaveLength(6);
  expect(body.entities).not.toContain(IDS.entity('slow'));
});
