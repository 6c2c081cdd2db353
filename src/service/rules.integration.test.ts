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

function sendAs(type: string): Promise<Response> {
  const headers = { 'content-type': type };
  const body = JSON.stringify(stop.body);
  return sut.raw(`/v1/collectives/${IDS.fleet}/commands`, { method: 'POST', headers, body });
}

async function ownCommands() {
  return (await sut.call('listCommands', { params: prompt })).body.data;
}

describe('a request to a Collective', () => {
  test('makes one Command for each Entity and one batch; a schedule one for each Entity and item', async () => {
    const sent = (await sut.call('sendCommand', stop)).body;
    expect(new Set(sent.commands.map(({ entityId }) => entityId)).size).toBe(8);
    const batch = await schedule(10, 20, 30);
    expect(batch.commands).toHaveLength(24);
    expect(batch.batchId).not.toBe(sent.batchId);
    const own = batch.commands.filter(({ entityId }) => entityId === prompt.entityId);
    expect(own.map(({ triggerTime }) => triggerTime)).toEqual([iso(10), iso(20), iso(30)]);
  });

  test.each(['text/json', 'application/json', 'application/vnd.example.v1+json'])(
    'may be %s, and is then handled',
    async (type) => {
      const answer = await sendAs(type);
      expect(answer.status).toBe(201);
      expect(await ownCommands()).toHaveLength(1);
    },
  );

  test.each(['text/plain', 'application/xml', 'text/vnd.example+json', 'application/jsonx'])(
    'must not be %s: 415, and nothing is done',
    async (type) => {
      const answer = await sendAs(type);
      expect(answer.status).toBe(415);
      expect(await answer.text()).toContain('"code":"UnsupportedMediaType"');
      expect(await ownCommands()).toEqual([]);
    },
  );

  test('accepts any text as value: the device decides', async () => {
    const { status, body } = await sut.call('sendCommand', {
      params: fleet,
      body: { type: 'LimitFeedIn', value: ' 9 W ' },
    });
    expect(status).toBe(201);
    sut.pass(MINUTE);
    const plant = body.commands.find(({ entityId }) => entityId === IDS.entity('plant'));
    const params = { entityId: IDS.entity('plant'), commandId: plant?.id ?? '' };
    const { body: command } = await sut.call('getCommand', { params });
    expect([command.status, command.value, command.error?.title]).toEqual([
      'Failed',
      ' 9 W ',
      'Value not valid',
    ]);
    expect(command.error?.description).toContain('number of W');
  });
});

describe('a list of Commands', () => {
  test('includes the start of its time frame and excludes the end; without a frame it is complete', async () => {
    await schedule(10, 20, 30);
    const at = async (query: { start?: string; end?: string }) => {
      const { body } = await sut.call('listCommands', { params: prompt, query });
      return body.data.map(({ triggerTime }) => triggerTime);
    };
    expect(await at({})).toEqual([iso(10), iso(20), iso(30)]);
    expect(await at({ start: iso(20) })).toEqual([iso(20), iso(30)]);
    expect(await at({ end: iso(20) })).toEqual([iso(10)]);
    expect(await at({ start: iso(20), end: iso(20) })).toEqual([]);
  });

  test('skips and repeats nothing if Commands are added between pages', async () => {
    await schedule(10, 20, 30, 40);
    const page = async (continuationToken: string | null) => {
      const query = { pageSize: 2, ...(continuationToken !== null && { continuationToken }) };
      return (await sut.call('listCommands', { params: prompt, query })).body;
    };
    const first = await page(null);
    await schedule(5, 35);
    const second = await page(first.meta?.continuationToken ?? null);
    const third = await page(second.meta?.continuationToken ?? null);
    const rows = [...first.data, ...second.data, ...third.data];
    expect(rows.map(({ triggerTime }) => triggerTime)).toEqual(
      [10, 20, 30, 35, 40].map((minutes) => iso(minutes)),
    );
    expect(third.meta?.continuationToken).toBeNull();
  });
});

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

describe('after a downtime', () => {
  test('an overdue Command runs at its own time, before anything is answered', async () => {
    const { commands } = await schedule(10);
    const commandId = commands.find(({ entityId }) => entityId === prompt.entityId)?.id ?? '';
    sut.pass(24 * 60 * MINUTE);
    await sut.restart();
    const { body } = await sut.call('getCommand', { params: { ...prompt, commandId } });
    expect([body.status, body.triggerTime]).toEqual(['Succeeded', iso(10)]);
    const completed = Date.parse(body.verification?.completedAt ?? '') - TEST_START_MS;
    expect(completed).toBeGreaterThan(10 * MINUTE);
    expect(completed).toBeLessThan(11 * MINUTE);
  });
});

describe('battery capacity', () => {
  test.each(['1e999', '"50"', 'null', '{}', '-0', '100000.5'])(
    'is never %s: 400',
    async (value) => {
      const answer = await sut.raw(`/v1/entities/${prompt.entityId}/battery-capacity`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: `{"batteryCapacity":${value}}`,
      });
      expect(answer.status).toBe(400);
      expect(await answer.text()).toContain('batteryCapacity: ');
      const read = await sut.call('getBatteryCapacity', { params: prompt });
      expect(read.body).toEqual({ batteryCapacity: 50 });
    },
  );
});
