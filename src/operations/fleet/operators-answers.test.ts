import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { FleetEntity } from '../../contract/console/fleet-entity.ts';
import { CARS, FLEET } from '../../server/testing/console-harness.ts';
import { openReadOnly } from '../../store/dialect/sqlite.ts';
import type { Store } from '../../store/schema/schema.ts';
import { consoleOfAllTests } from '../../server/testing/started-console.ts';

const CAR = CARS[0];
const SESSION = {
  id: randomUUID(),
  created: '2026-03-01T04:00:00Z',
  note: 'unknown to the interface',
  data: {
    start: '2026-02-28T20:00:00Z',
    end: '2026-02-28T22:00:00Z',
    charge: { total: { total: 12.5, unit: 'kWh' } },
  },
};

let cookie: string;
const started = consoleOfAllTests();
beforeAll(async () => {
  cookie = await started.gridhelm.signIn('operator');
});

/** Of the answers to one question, one a second is stored. */
const SOON = { timeout: 3000 };

/** Sends a request of a browser through the proxy. */
async function pass(method: string, rest: string, answer: unknown, body?: object): Promise<void> {
  started.fake.answer = () => ({ status: 200, body: answer });
  const reply = await started.send(`${method} /api/v1/entities/${CAR}/${rest}`, cookie, body);
  expect([rest, reply.status]).toEqual([rest, 200]);
}

const known = async () => {
  const reply = await started.send(`GET /api/console/fleet/entities/${CAR}`, cookie);
  return FleetEntity.parse(reply.json());
};

/** What is known, as the proxy answers it while the Service is away; null: nothing. */
const saidLast = async (list: string, as = cookie) => {
  const { answer } = started.fake;
  started.fake.answer = () => ({ status: 503 });
  const reply = await started.send(`GET ${list}`, as);
  started.fake.answer = answer;
  return reply.status === 200 ? reply.json() : null;
};

/** What is known of the Entity. */
const saidOf = (rest: string) => saidLast(`/api/v1/entities/${CAR}/${rest}`);

test('nothing is known of an Entity that was never read', async () => {
  for (const rest of ['features', 'battery-capacity', 'locations']) {
    expect([rest, await saidOf(rest)]).toEqual([rest, null]);
  }
});

test('an operator’s read is in the store soon', async () => {
  const features = [{ feature: 'CaptureChargeSessions', isEnabled: true }];
  const place = { id: randomUUID(), label: 'Depot', latitude: 52, longitude: 5 };
  await pass('GET', 'features', features);
  await pass('GET', 'battery-capacity', { batteryCapacity: 60 });
  await pass('GET', 'charge-sessions', { data: [SESSION], meta: null });
  await pass('GET', 'locations', { data: [place], meta: null });
  await expect.poll(() => saidOf('locations'), SOON).toEqual({ data: [place] });
  expect(await saidOf('features')).toEqual(features);
  expect(await saidOf('battery-capacity')).toEqual({ batteryCapacity: 60 });
});

test('so is an operator’s change, before its answer', async () => {
  const changed = [{ feature: 'CaptureChargeSessions', isEnabled: false }];
  await pass('PUT', 'battery-capacity', { batteryCapacity: 77 }, { batteryCapacity: 77 });
  await pass('PATCH', 'features', changed, { feature: 'CaptureChargeSessions', enabled: false });
  expect(await saidOf('battery-capacity')).toEqual({ batteryCapacity: 77 });
  expect(await saidOf('features')).toEqual(changed);
});

test('a read that the Service refuses counts as failed, with its message', async () => {
  const stateOf = async (resource: string) =>
    (await known()).reads.find((read) => read.resource === resource);
  const before = (await stateOf('features'))?.readAt;
  // Its reads are first enrolled by asking for them.
  const all = { entityIds: [CAR], collectiveId: null, resources: ['features'], only: 'all' };
  await started.send('POST /api/console/fleet/refresh', cookie, all);
  started.fake.answer = () => ({ status: 200, body: [] });
  await expect.poll(async () => (await stateOf('features'))?.readAt).not.toBe(before);
  const errors = [{ code: 'NotFound', message: 'It left.', description: null }];
  started.fake.answer = () => ({ status: 404, body: { errors } });
  await started.send(`GET /api/v1/entities/${CAR}/features`, cookie);
  await expect.poll(async () => (await stateOf('features'))?.state).toBe('failed');
  const failed = await stateOf('features');
  expect(failed).toMatchObject({ message: 'It left.' });
  expect(failed?.readAt).not.toBeNull();
  await pass('GET', 'features', []);
  await expect.poll(async () => (await stateOf('features'))?.state, SOON).toBe('fresh');
});

test('Members in answers are stored, and removed with their removal', async () => {
  const [ada, bo] = ['Ada', 'Bo'].map((name) => ({ id: randomUUID(), name, emailAddress: null }));
  const list = `/api/v1/collectives/${FLEET}/members`;
  expect(await saidLast(list)).toBeNull();
  const meta = (continuationToken: string | null) => ({ continuationToken, pageSize: 1 });
  started.fake.answer = () => ({ status: 200, body: { data: [ada], meta: meta('more') } });
  await started.send(`GET ${list}`, cookie);
  // A part is not the whole list.
  expect(await saidLast(list)).toBeNull();
  started.fake.answer = () => ({ status: 200, body: { data: [ada, bo], meta: meta(null) } });
  await started.send(`GET ${list}`, cookie);
  await expect.poll(() => saidLast(list), SOON).toEqual({ data: [ada, bo] });
  const admin = await started.gridhelm.signIn('administrator');
  const left = { id: FLEET, name: 'Depot', entities: [...CARS] };
  started.fake.answer = () => ({ status: 200, body: left });
  expect((await started.send(`DELETE ${list}/${bo?.id ?? ''}`, admin)).status).toBe(200);
  expect(await saidLast(list)).toEqual({ data: [ada] });
  expect(await saidLast(list, '')).toBeNull();
});

test('the types that can be onboarded are stored from an operator’s read', async () => {
  const list = '/api/v1/onboarding/types/entities';
  expect(await saidLast(list)).toBeNull();
  const data = [{ type: 'EV', brands: ['Volta'] }];
  started.fake.answer = () => ({ status: 200, body: { data, meta: null } });
  await started.send(`GET ${list}`, cookie);
  await expect.poll(() => saidLast(list), SOON).toEqual({ data });
});

test('a session with new content gets a version, and the older one stays', async () => {
  const changed = { ...SESSION, data: { ...SESSION.data, end: '2026-02-28T23:00:00Z' } };
  await pass('GET', 'charge-sessions', { data: [changed], meta: null });
  const store = openReadOnly<Store>(path.join(started.gridhelm.dataDir, 'console.db'));
  const rows = () =>
    store
      .selectFrom('fleet_sessions')
      .where('id', '=', SESSION.id)
      .orderBy('version')
      .select(['version', 'current', 'energy'])
      .execute();
  await expect.poll(rows, SOON).toEqual([
    { version: 1, current: 0, energy: 12_500_000 },
    { version: 2, current: 1, energy: 12_500_000 },
  ]);
  await store.destroy();
});
