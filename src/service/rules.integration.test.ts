import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ENDPOINTS } from '../contract/endpoints.ts';
import { fillPath } from '../contract/paths.ts';
import { IDS, type ServiceUnderTest, TEST_START_MS, serviceUnderTest } from './test-support.ts';

const MINUTE = 60_000;
const prompt = { entityId: IDS.entity('prompt') };
const fleet = { collectiveId: IDS.fleet };
const stop = { params: fleet, body: { type: 'StopCharging', value: null } };
let sut: ServiceUnderTest;

beforeEach(async () => {
  sut = await serviceUnderTest();
});
afterEach(() => sut.close());

function iso(minutes: number): string {
  return new Date(TEST_START_MS + minutes * MINUTE).toISOString();
}

async function schedule(...minutes: number[]) {
  const body = minutes.map((at) => ({
    type: 'StopCharging',
    value: null,
    triggerTime: iso(at),
  }));
  const answer = await sut.call('scheduleCommands', { params: fleet, body });
  expect(answer.status).toBe(201);
  return answer.body;
}

test.each(['text/plain', 'application/xml', 'text/vnd.example+json', 'application/jsonx'])(
  'a dispatch must not be %s: 415, and nothing is done',
  async (type) => {
    const answer = await sut.raw(`/v1/collectives/${IDS.fleet}/commands`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: JSON.stringify(stop.body),
    });
    expect(answer.status).toBe(415);
    expect(await answer.text()).toContain('"code":"UnsupportedMediaType"');
    expect((await sut.call('listCommands', { params: prompt })).body.data).toEqual([]);
  },
);

describe('canceling', () => {
  test('many times at once: one succeeds, the others are 409, and it stays canceled', async () => {
    const { commands } = await schedule(10);
    const commandId = commands.find(({ entityId }) => entityId === prompt.entityId)?.id ?? '';
    const params = { ...prompt, commandId };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => sut.call('cancelCommand', { params })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 7 }, () => 409),
    ]);
    sut.pass(20 * MINUTE);
    expect((await sut.call('getCommand', { params })).body.status).toBe('Canceled');
  });

  test.each([
    [2, 'Triggered'],
    [60, 'Succeeded'],
  ])('after %s seconds is 409, and leaves the Command unchanged', async (seconds, status) => {
    const { body } = await sut.call('sendCommand', stop);
    const commandId = body.commands.find(({ entityId }) => entityId === prompt.entityId)?.id ?? '';
    const params = { ...prompt, commandId };
    sut.pass(seconds * 1000);
    const before = (await sut.call('getCommand', { params })).body;
    expect(['Triggered', 'Sent', 'Succeeded']).toContain(before.status);
    expect(before.status === 'Succeeded').toBe(status === 'Succeeded');
    const refused = await sut.call('cancelCommand', { params });
    expect([refused.status, refused.errors[0]]).toEqual([
      409,
      expect.stringContaining(before.status),
    ]);
    expect((await sut.call('getCommand', { params })).body).toEqual(before);
  });
});

describe('offboarding', () => {
  const create = () => sut.call('createOffboardingRequest', { body: prompt });

  test('requested many times at once: one Request, the others are 409', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, create));
    const created = answers.filter(({ status }) => status === 201);
    expect(created).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(7);
    const [, ...others] = (await sut.call('listOffboardingRequests')).body.data;
    expect(others).toEqual([]);
  });

  test('leaves nothing behind: the Entity and all its resources answer 404', async () => {
    const { commands } = (await sut.call('sendCommand', stop)).body;
    const commandId = commands.find(({ entityId }) => entityId === prompt.entityId)?.id ?? '';
    const request = (await create()).body;
    sut.pass(11 * MINUTE);
    const ids = { ...prompt, commandId, locationId: IDS.location };
    for (const [name, body] of [
      ['listLocations', undefined],
      ['getLocation', undefined],
      ['deleteLocation', undefined],
      ['listCommands', undefined],
      ['getCommand', undefined],
      ['cancelCommand', undefined],
      ['listChargeSessions', undefined],
      ['listFeatures', undefined],
      ['changeFeature', { feature: 'CaptureChargeSessions', enabled: false }],
      ['getBatteryCapacity', undefined],
      ['setBatteryCapacity', { batteryCapacity: 5 }],
    ] as const) {
      const { method, path } = ENDPOINTS[name];
      const answer = await sut.raw(fillPath(path, ids), {
        method,
        ...(body && {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      });
      expect([name, answer.status]).toEqual([name, 404]);
    }
    const left = await sut.call('removeMember', {
      params: { ...fleet, memberId: IDS.member },
    });
    expect(left.body.entities).not.toContain(prompt.entityId);
    const params = { offboardingRequestId: request.id };
    expect((await sut.call('getOffboardingRequest', { params })).body.status).toBe('Succeeded');
    expect((await sut.call('cancelOffboardingRequest', { params })).status).toBe(409);
    expect((await create()).status).toBe(404);
    expect((await sut.call('sendCommand', stop)).body.commands).toHaveLength(commands.length - 3);
  });
});

describe('battery capacity', () => {
  test.each(['1e999', '-0', '100000.5'])('is never %s: 400', async (value) => {
    const answer = await sut.raw(`/v1/entities/${prompt.entityId}/battery-capacity`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: `{"batteryCapacity":${value}}`,
    });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('batteryCapacity: ');
    const read = await sut.call('getBatteryCapacity', { params: prompt });
    expect(read.body).toEqual({ batteryCapacity: 50 });
  });
});
