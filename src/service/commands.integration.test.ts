import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Command } from '../contract/command.ts';
import { IDS, type ServiceUnderTest, TEST_START_MS, serviceUnderTest } from './test-support.ts';

const fleet = { collectiveId: IDS.fleet };
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
let sut: ServiceUnderTest;

beforeEach(async () => {
  sut = await serviceUnderTest();
});
afterEach(() => sut.close());

async function send(type = 'StopCharging', value: string | null = null, ignoreCooldown = false) {
  const { status, body } = await sut.call('sendCommand', {
    params: fleet,
    body: { type, value },
    query: { ignoreCooldown },
  });
  expect(status).toBe(201);
  return body;
}

/** The current state of the Command of a named Entity in a batch. */
async function read(commands: readonly Command[], name: string): Promise<Command> {
  const entityId = IDS.entity(name);
  const command = commands.find((row) => row.entityId === entityId);
  const params = { entityId, commandId: command?.id ?? '' };
  return (await sut.call('getCommand', { params })).body;
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}

describe('a Command', () => {
  test('goes from Pending through Triggered and Sent to Succeeded, and is verified later', async () => {
    const { commands } = await send();
    expect(commands).toHaveLength(8);
    expect(new Set(commands.map(({ status }) => status))).toEqual(new Set(['Pending']));
    expect(commands[0]?.triggerTime).toBe(iso(TEST_START_MS));
    const seen: string[] = [];
    for (let ms = 0; ms < 30 * SECOND; ms += 100) {
      const { status, verification } = await read(commands, 'prompt');
      const now = `${status}/${verification?.status ?? '-'}`;
      if (seen.at(-1) !== now) seen.push(now);
      sut.pass(100);
    }
    expect(seen).toEqual([
      'Pending/-',
      'Triggered/-',
      'Sent/Pending',
      'Succeeded/Pending',
      'Succeeded/Succeeded',
    ]);
    const { verification } = await read(commands, 'prompt');
    expect(verification?.completedAt).toMatch(/^2026-03-10T09:00:/);
  });

  test('that is late has no result when the others have one', async () => {
    const { commands } = await send();
    sut.pass(30 * SECOND);
    expect((await read(commands, 'late')).status).toBe('Sent');
    expect((await read(commands, 'slow')).status).toBe('Succeeded');
    sut.pass(2 * MINUTE);
    expect((await read(commands, 'late')).status).toBe('Succeeded');
  });

  test('fails during the cooldown of its type, with its end, unless cooldowns are ignored', async () => {
    await send('StopCharging');
    sut.pass(20 * SECOND);
    const second = await send('StopCharging');
    const other = await send('StartCharging');
    sut.pass(10 * SECOND);
    const cooled = await read(second.commands, 'prompt');
    expect([cooled.status, cooled.error?.title]).toEqual(['Failed', 'Cooldown active']);
    expect(cooled.error?.description).toMatch(/until 2026-03-10T09:00:3\d\.\d{3}Z\.$/);
    const third = await send('StopCharging', null, true);
    sut.pass(30 * SECOND);
    expect((await read(third.commands, 'prompt')).status).toBe('Succeeded');
    // The cooldown does not apply to another type.
    expect((await read(other.commands, 'prompt')).status).toBe('Succeeded');
    sut.pass(2 * MINUTE);
    const fourth = await send('StopCharging');
    sut.pass(MINUTE);
    expect((await read(fourth.commands, 'prompt')).status).toBe('Succeeded');
  });

  test('has an answer that depends only on the seed', async () => {
    const other = await serviceUnderTest();
    await other.call('sendCommand', {
      params: { collectiveId: IDS.lent },
      body: { type: 'StopCharging', value: null },
    });
    const ours = await send();
    const theirs = await other.call('sendCommand', {
      params: fleet,
      body: { type: 'StopCharging', value: null },
    });
    expect(theirs.body).toEqual(ours);
    await other.close();
  });

  test('to an empty Collective gives an empty batch', async () => {
    const empty = await sut.call('sendCommand', {
      params: { collectiveId: IDS.empty },
      body: { type: 'StopCharging', value: null },
    });
    expect([empty.status, empty.body.commands]).toEqual([201, []]);
  });
});

describe('a schedule', () => {
  const triggerTime = iso(TEST_START_MS + 10 * MINUTE);
  const body = [
    { type: 'StopCharging', value: null, triggerTime },
    { type: 'StartCharging', value: null, triggerTime: iso(TEST_START_MS + 20 * MINUTE) },
  ];

  test('is triggered at its time, and can be canceled before, once', async () => {
    const { status, body: batch } = await sut.call('scheduleCommands', { params: fleet, body });
    expect(status).toBe(201);
    expect(batch.commands).toHaveLength(16);
    const [first] = batch.commands.filter(({ entityId }) => entityId === IDS.entity('slow'));
    const params = { entityId: IDS.entity('slow'), commandId: first?.id ?? '' };
    sut.pass(9 * MINUTE);
    expect((await read(batch.commands, 'prompt')).status).toBe('Pending');
    const canceled = await sut.call('cancelCommand', { params });
    expect([canceled.status, canceled.body.status]).toEqual([200, 'Canceled']);
    sut.pass(2 * MINUTE);
    expect((await read(batch.commands, 'prompt')).status).toBe('Succeeded');
    expect((await sut.call('getCommand', { params })).body.status).toBe('Canceled');
    expect((await sut.call('cancelCommand', { params })).status).toBe(409);
    const done = batch.commands.find(({ entityId }) => entityId === IDS.entity('prompt'));
    const late = { entityId: IDS.entity('prompt'), commandId: done?.id ?? '' };
    const refused = await sut.call('cancelCommand', { params: late });
    expect([refused.status, refused.errors[0]]).toEqual([
      409,
      expect.stringContaining('Succeeded'),
    ]);
  });

  test.each<[string, string, object]>([
    ['without a time', '[1].triggerTime', { type: 'StopCharging' }],
    [
      'in the past',
      '[1].triggerTime',
      { type: 'StopCharging', triggerTime: '2026-03-10T08:00:00Z' },
    ],
    ['that is not a time', '[1].triggerTime', { type: 'StopCharging', triggerTime: 'soon' }],
    ['without a type', '[1].type', { triggerTime }],
  ])('%s is refused as a whole, with the field', async (_, field, item) => {
    const bad = await sut.call('scheduleCommands', {
      params: fleet,
      body: [...body.slice(0, 1), item],
    });
    expect([bad.status, bad.errors[0]?.startsWith(`${field}: `)]).toEqual([400, true]);
    const listed = await sut.call('listCommands', { params: { entityId: IDS.entity('prompt') } });
    expect(listed.body.data).toEqual([]);
  });
});

describe('after a restart', () => {
  test('due Commands run at their own instant, and ids are not reused', async () => {
    const first = await send();
    sut.pass(3 * SECOND);
    const straight = await serviceUnderTest();
    const same = await straight.call('sendCommand', {
      params: fleet,
      body: { type: 'StopCharging', value: null },
    });
    straight.pass(MINUTE);
    sut.pass(57 * SECOND);
    await sut.restart();
    expect(same.body.batchId).toBe(first.batchId);
    for (const { id: commandId, entityId } of first.commands) {
      const params = { commandId, entityId };
      const restarted = await sut.call('getCommand', { params });
      expect(restarted.body).toEqual((await straight.call('getCommand', { params })).body);
    }
    await straight.close();
    const second = await send();
    const ids = [...first.commands, ...second.commands].map(({ id }) => id);
    expect(new Set(ids).size).toBe(16);
    expect(second.batchId).not.toBe(first.batchId);
  });
});
