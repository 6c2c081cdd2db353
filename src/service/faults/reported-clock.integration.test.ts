import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { IDS, type ServiceUnderTest, TEST_START_MS, serviceUnderTest } from '../test-support.ts';

const fleet = { collectiveId: IDS.fleet };
const prompt = { entityId: IDS.entity('prompt') };
const stop = { params: fleet, body: { type: 'StopCharging', value: null } };
const MINUTE = 60_000;
let sut: ServiceUnderTest;
afterEach(() => sut.close());

async function start(settings: Parameters<typeof serviceUnderTest>[1] = {}): Promise<void> {
  sut = await serviceUnderTest(undefined, { controlPort: 0, ...settings });
}

async function setClock(change: object): Promise<number> {
  return (await sut.control('POST', '/clock', change)).status;
}

function httpDate(ms: number): string {
  return new Date(ms).toUTCString();
}

const dateOfRead = async () =>
  (await sut.call('listFeatures', { params: prompt })).headers.get('date');

async function lateCommand() {
  const { body } = await sut.call('sendCommand', stop);
  const command = body.commands.find(({ entityId }) => entityId === prompt.entityId);
  const params = { ...prompt, commandId: command?.id ?? '' };
  sut.pass(MINUTE);
  return (await sut.call('getCommand', { params })).body;
}

test.each([-10 * MINUTE, 10 * MINUTE, -8_000, 8_000])(
  'an offset of %i ms shows in Date, trigger times and verifications, not in the devices',
  async (offsetMs) => {
    await start();
    expect(await setClock({ offsetMs })).toBe(200);
    const now = TEST_START_MS + offsetMs;
    expect(await dateOfRead()).toBe(httpDate(now));
    const command = await lateCommand();
    expect([command.status, command.triggerTime]).toEqual([
      'Succeeded',
      new Date(now).toISOString(),
    ]);
    const verifiedMs = Date.parse(command.verification?.completedAt ?? '') - now;
    expect(verifiedMs).toBeGreaterThan(0);
    expect(verifiedMs).toBeLessThan(MINUTE);
    // A time frame uses the service's own time.
    const framed = async (startMs: number) => {
      const query = { start: new Date(startMs).toISOString() };
      return (await sut.call('listCommands', { params: prompt, query })).body.data.length;
    };
    expect([await framed(now), await framed(now + 1)]).toEqual([1, 0]);
  },
);

test('a planned Command runs when the reported clock shows its time', async () => {
  await start();
  await setClock({ offsetMs: -10 * MINUTE });
  const triggerTime = new Date(TEST_START_MS + 5 * MINUTE).toISOString();
  const item = { type: 'StopCharging', value: null, triggerTime };
  const { body } = await sut.call('scheduleCommands', { params: fleet, body: [item] });
  const command = body.commands.find(({ entityId }) => entityId === prompt.entityId);
  const params = { ...prompt, commandId: command?.id ?? '' };
  const status = async () => (await sut.call('getCommand', { params })).body.status;
  sut.pass(14 * MINUTE);
  expect(await status()).toBe('Pending');
  sut.pass(2 * MINUTE);
  expect(await status()).toBe('Succeeded');
});

test('a drifting clock moves away from the machine’s, and keeps its offset when the drift ends', async () => {
  await start();
  await setClock({ driftPpm: 10_000 });
  sut.pass(100 * MINUTE);
  expect(await dateOfRead()).toBe(httpDate(TEST_START_MS + 101 * MINUTE));
  await setClock({ driftPpm: 0 });
  sut.pass(100 * MINUTE);
  expect(await dateOfRead()).toBe(httpDate(TEST_START_MS + 201 * MINUTE));
});

test('a configured offset applies from the start, and a factor shows in Date', async () => {
  await start({ clockOffsetMs: -MINUTE, clockFactor: 60 });
  expect(await dateOfRead()).toBe(httpDate(TEST_START_MS - MINUTE));
  sut.pass(2_000);
  expect(await dateOfRead()).toBe(httpDate(TEST_START_MS + MINUTE));
});

test('every kind of answer has the service’s Date: tokens, failures, broken answers, pages', async () => {
  await start({ clockOffsetMs: -600_000 });
  const expected = httpDate(TEST_START_MS - 600_000);
  const { baseUrl, authUrl } = sut.service;
  const token = await sut.token();
  const authorization = { headers: { authorization: `Bearer ${token}` } };
  const features = `${baseUrl}/v1/entities/${prompt.entityId}/features`;
  const dates: Record<string, string | null> = {};
  const read = async (name: string, url: string, init: RequestInit = {}) => {
    const answer = await fetch(url, init);
    await answer.text().catch(() => '');
    dates[`${name} ${answer.status}`] = answer.headers.get('date');
  };
  await read('token', authUrl, { method: 'POST' });
  await read('success', features, authorization);
  await read('unauthorized', features);
  await read('path', `${baseUrl}/v1/entities/none/features`, authorization);
  await read('route', `${baseUrl}/none`);
  await read('method', features, { ...authorization, method: 'PATCH' });
  await read('escape', `${baseUrl}/v1/entities/%ff/features`, authorization);
  await read('page', `${baseUrl}/docs`);
  for (const rule of [
    { kind: 'truncated' },
    { kind: 'status', status: 503 },
    { kind: 'huge', bytes: 100 },
    { kind: 'wrong-content-type' },
  ]) {
    await sut.control('PUT', '/faults', [{ endpoint: 'listFeatures', ...rule }]);
    await read(rule.kind, features, authorization);
  }
  expect(Object.keys(dates)).toHaveLength(12);
  expect(new Set(Object.values(dates))).toEqual(new Set([expected]));
  const socket = connect(sut.service.port, '127.0.0.1');
  socket.write('this is no HTTP\r\n\r\n');
  let text = '';
  socket.on('data', (part) => (text += String(part)));
  await once(socket, 'close');
  expect(text).toContain(`\r\nDate: ${expected}\r\n`);
});

test('an invalid change of the clock is refused and changes nothing', async () => {
  await start();
  for (const change of [{ offsetMs: 1.5 }, { driftPpm: 1e6 }, { advanceMs: -1 }, { backMs: 1 }]) {
    expect(await setClock(change)).toBe(400);
  }
  expect(await dateOfRead()).toBe(httpDate(TEST_START_MS));
});
