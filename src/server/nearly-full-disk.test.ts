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

const changes = () => fake.seen.filter(({ method }) => method !== 'GET');
const bulk = (id: string) => ({
  id,
  reason: null,
  chosenBy: 'a test',
  change: { kind: 'capacity' },
  items: [{ entityId: CARS[0], capacity: 60 }],
});

test.each<[string, string, object?]>([
  ['a feature', `PATCH /api/v1/entities/${CARS[0]}/features`, { feature: 'A', enabled: true }],
  ['a capacity', `PUT /api/v1/entities/${CARS[0]}/battery-capacity`, { batteryCapacity: 50 }],
  ['a Location', `DELETE /api/v1/entities/${CARS[0]}/locations/${randomUUID()}`],
  ['a Command', `PATCH /api/v1/entities/${CARS[0]}/commands/${randomUUID()}`],
  ['a Member', `DELETE /api/v1/collectives/${FLEET}/members/${randomUUID()}`],
  ['an offboarding', 'POST /api/v1/offboarding/entities', { entityId: CARS[0] }],
  ['a bulk change', 'POST /api/console/bulk', bulk(randomUUID())],
])('with a nearly full disk a change of %s is not done', async (_name, what, body) => {
  free = CHANGE_ROOM - 1;
  const before = changes().length;
  const reply = await gridhelm.send(what, cookie, body);
  expect(reply.problem().code).toBe('store_unavailable');
  expect(reply.refusal()).toEqual([503, expect.stringMatching(/nearly full.*nothing was done/)]);
  expect(changes()).toHaveLength(before);
  free = CHANGE_ROOM;
  expect((await gridhelm.send(what, cookie, body)).text).not.toContain('nearly full');
});

test('a nearly full disk holds a running bulk change, which can be stopped', async () => {
  const clock = manualClock(Date.now());
  const other = await startTestConsole(fake, { clock, freeBytes: () => Promise.resolve(free) });
  const signedIn = await other.signIn('administrator');
  const post = (path: string, body?: object) => other.send(`POST ${path}`, signedIn, body);
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
  expect((await post('/api/console/bulk', bulk(first))).status).toBe(201);
  await until(() => fake.seen.length > 0);
  await pass(30_000);
  expect(changes()).toEqual([]);
  const path = `/api/console/bulk/${first}`;
  expect((await post(`${path}/stop`)).status).toBe(200);
  expect((await post(`${path}/resume`)).problem().code).toBe('store_unavailable');
  fake.answer = () => ({ status: 200, body: { batteryCapacity: 50 } });
  free = READ_ROOM;
  expect((await post('/api/console/bulk', bulk(second))).status).toBe(201);
  await until(() => changes().length > 0);
  await other.running.close();
});

test('/readyz and the live changes report it, and everything can be read', async () => {
  const told = async () => {
    const ready = await gridhelm.ask({ path: '/readyz' });
    const live = await gridhelm.send('GET /api/console/live/changes', cookie);
    return [ready.status, ready.json(), LiveChanges.parse(live.json()).disk];
  };
  const ready = { status: 'ok', store: 'ok', service: 'ok' };
  free = READ_ROOM;
  expect(await told()).toEqual([200, { ...ready, disk: 'ok' }, 'ok']);
  free = READ_ROOM - 1;
  expect(await told()).toEqual([200, { ...ready, disk: 'nearly full' }, 'no-reads']);
  free = CHANGE_ROOM - 1;
  expect(await told()).toEqual([200, { ...ready, disk: 'nearly full' }, 'no-changes']);
  expect((await gridhelm.send('GET /api/console/audit', cookie)).status).toBe(200);
  expect((await gridhelm.send('POST /auth/sign-out', cookie)).status).toBe(204);
});
