import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LiveChanges } from '../contract/console/live.ts';
import { manualClock } from '../lib/testing/manual-clock.ts';
import { CHANGE_ROOM, READ_ROOM } from '../store/disk-room.ts';
import { CARS, FLEET, startTestConsole, type TestConsole } from './testing/console-harness.ts';
import { startFakeService, type FakeService } from './testing/fake-service.ts';

let fake: FakeService;
let gridhelm: TestConsole;
let cookie: string;
let free = READ_ROOM;

beforeAll(async () => {
  fake = await startFakeService();
  gridhelm = await startTestConsole(fake, { freeBytes: () => Promise.resolve(free) });
  cookie = await gridhelm.signIn('administrator');
});
afterAll(async () => {
  await gridhelm.running.close();
  await fake.close();
});

const page = (method: string, path: string, body?: object) =>
  gridhelm.page({ method, path, ...(body === undefined ? {} : { body }) }, cookie);
const changes = () => fake.seen.filter(({ method }) => method !== 'GET');
const bulk = (id: string) => ({
  id,
  reason: null,
  chosenBy: 'a test',
  change: { kind: 'capacity' },
  items: [{ entityId: CARS[0], capacity: 60 }],
});

test.each([
  ['a feature', 'PATCH', `/api/v1/entities/${CARS[0]}/features`, { feature: 'A', enabled: true }],
  ['a capacity', 'PUT', `/api/v1/entities/${CARS[0]}/battery-capacity`, { batteryCapacity: 50 }],
  ['a Location', 'DELETE', `/api/v1/entities/${CARS[0]}/locations/${randomUUID()}`, undefined],
  ['a Command', 'PATCH', `/api/v1/entities/${CARS[0]}/commands/${randomUUID()}`, undefined],
  ['a Member', 'DELETE', `/api/v1/collectives/${FLEET}/members/${randomUUID()}`, undefined],
  ['an offboarding', 'POST', '/api/v1/offboarding/entities', { entityId: CARS[0] }],
  ['a bulk change', 'POST', '/api/console/bulk', bulk(randomUUID())],
])('with a nearly full disk a change of %s is not done', async (_what, method, path, body) => {
  free = CHANGE_ROOM - 1;
  const before = changes().length;
  const reply = await page(method, path, body);
  expect([reply.status, reply.problem().code]).toEqual([503, 'store_unavailable']);
  expect(reply.problem().errors[0]?.message).toMatch(/nearly full.*nothing was done/);
  expect(changes()).toHaveLength(before);
  free = CHANGE_ROOM;
  const later = await page(method, path, body);
  expect(later.text).not.toContain('nearly full');
});

test('a nearly full disk holds a running bulk change, which can be stopped', async () => {
  const clock = manualClock(Date.now());
  const other = await startTestConsole(fake, { clock, freeBytes: () => Promise.resolve(free) });
  const signedIn = await other.signIn('administrator');
  const ask = (method: string, path: string, body?: object) =>
    other.page({ method, path, ...(body === undefined ? {} : { body }) }, signedIn);
  const pass = async (ms: number) => {
    for (const end = clock.now() + ms; clock.now() < end; clock.advance(250)) {
      for (let turns = 0; turns < 20; turns += 1) await turn();
    }
  };
  const until = async (holds: () => boolean) => {
    while (!holds()) await pass(250);
  };
  fake.answer = ({ method }) => {
    // After the current value was read, before the change is sent.
    if (method === 'GET') free = CHANGE_ROOM - 1;
    return { status: 200, body: { batteryCapacity: 50 } };
  };
  free = READ_ROOM;
  fake.seen.length = 0;
  const [first, second] = [randomUUID(), randomUUID()];
  expect((await ask('POST', '/api/console/bulk', bulk(first))).status).toBe(201);
  await until(() => fake.seen.length > 0);
  await pass(30_000);
  expect(changes()).toEqual([]);
  const path = `/api/console/bulk/${first}`;
  expect((await ask('POST', `${path}/stop`)).status).toBe(200);
  expect((await ask('POST', `${path}/resume`)).problem().code).toBe('store_unavailable');
  fake.answer = () => ({ status: 200, body: { batteryCapacity: 50 } });
  free = READ_ROOM;
  expect((await ask('POST', '/api/console/bulk', bulk(second))).status).toBe(201);
  await until(() => changes().length > 0);
  await other.running.close();
});

test('/readyz and the live changes report it, and everything can be read', async () => {
  const told = async () => {
    const ready = await gridhelm.ask({ path: '/readyz' });
    const live = await page('GET', '/api/console/live/changes');
    return [ready.status, ready.json(), LiveChanges.parse(live.json()).disk];
  };
  const ready = { status: 'ok', store: 'ok', service: 'ok' };
  free = READ_ROOM;
  expect(await told()).toEqual([200, { ...ready, disk: 'ok' }, 'ok']);
  free = READ_ROOM - 1;
  expect(await told()).toEqual([200, { ...ready, disk: 'nearly full' }, 'no-reads']);
  free = CHANGE_ROOM - 1;
  expect(await told()).toEqual([200, { ...ready, disk: 'nearly full' }, 'no-changes']);
  expect((await page('GET', '/api/console/audit')).status).toBe(200);
  expect((await page('POST', '/auth/sign-out')).status).toBe(204);
});
