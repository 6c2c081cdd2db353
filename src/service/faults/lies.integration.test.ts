import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from '../../contract/zod.ts';
import { IDS, type ServiceUnderTest, serviceUnderTest } from '../test-support.ts';

const fleet = { collectiveId: IDS.fleet };
const prompt = { entityId: IDS.entity('prompt') };
const stop = { params: fleet, body: { type: 'StopCharging', value: null } };

/** The raw answer to a dispatch, since the contract rejects some lies. */
const Wire = z.object({
  batchId: z.string(),
  commands: z.array(z.object({ id: z.string(), entityId: z.string() })).nullable(),
});
let sut: ServiceUnderTest;

beforeEach(async () => {
  sut = await serviceUnderTest(undefined, { controlPort: 0 });
});
afterEach(() => sut.close());

async function batchOnWire() {
  const answer = await sut.sendOnWire();
  expect(answer.status).toBe(201);
  return Wire.parse(await answer.json());
}

const listed = async () => (await sut.call('listCommands', { params: prompt })).body.data;

/** Sends, and reads the Command of one Entity. */
async function sentToPrompt() {
  const { body } = await sut.call('sendCommand', stop);
  const command = body.commands.find(({ entityId }) => entityId === prompt.entityId);
  if (command === undefined) throw new Error('no Command');
  return { batchId: body.batchId, command, params: { ...prompt, commandId: command.id } };
}

describe('answers to a dispatch that do not match its effect', () => {
  test('null-list: no list, although everything was done', async () => {
    await sut.arm({ endpoint: 'sendCommand', kind: 'null-list' });
    expect((await batchOnWire()).commands).toBeNull();
    expect((await sut.ledger())[0]?.commands).toHaveLength(8);
  });

  test('partial-list: the first rows only, although everything was done', async () => {
    await sut.arm({ endpoint: 'sendCommand', kind: 'partial-list', keep: 3 });
    const { commands } = await batchOnWire();
    const [batch] = await sut.ledger();
    expect(commands).toHaveLength(3);
    expect(batch?.commands).toHaveLength(8);
    expect(batch?.commands.map(({ id }) => id)).toEqual(
      expect.arrayContaining(commands?.map(({ id }) => id) ?? []),
    );
  });

  test('duplicate-rows: the first rows are repeated, and were done once', async () => {
    await sut.arm({ endpoint: 'sendCommand', kind: 'duplicate-rows', rows: 2 });
    const ids = (await batchOnWire()).commands?.map(({ id }) => id) ?? [];
    expect(ids).toHaveLength(10);
    expect([ids[0], ids[2]]).toEqual([ids[1], ids[3]]);
    expect(new Set(ids).size).toBe(8);
    expect((await sut.ledger())[0]?.commands).toHaveLength(8);
  });

  test('strangers: Entities outside the Collective are really commanded, as answered', async () => {
    const world = await serviceUnderTest('demo', { controlPort: 0 });
    await sut.close();
    sut = world;
    const { collectives } = sut.service.directory();
    const [collective] = collectives.toSorted((a, b) => a.entities.length - b.entities.length);
    if (collective === undefined) throw new Error('no Collective');
    const params = { collectiveId: collective.id };
    await sut.arm({ endpoint: 'sendCommand', kind: 'strangers', rows: 2 });
    const { body } = await sut.call('sendCommand', { ...stop, params });
    const strangers = body.commands.filter(({ entityId }) => {
      return !collective.entities.includes(entityId ?? '');
    });
    expect(body.commands).toHaveLength(collective.entities.length + 2);
    expect(strangers).toHaveLength(2);
    for (const { id: commandId, entityId } of strangers) {
      const read = await sut.call('getCommand', {
        params: { entityId: entityId ?? '', commandId },
      });
      expect([read.status, read.body.type]).toEqual([200, 'StopCharging']);
    }
    await sut.heal();
    const second = await sut.call('sendCommand', { ...stop, params });
    expect(second.body.commands).toHaveLength(collective.entities.length);
    const ids = [...body.commands, ...second.body.commands].map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('strangers: if the organisation has no others, rows for Entities that do not exist', async () => {
    await sut.arm({ endpoint: 'scheduleCommands', kind: 'strangers', rows: 2 });
    const body = [
      { type: 'StopCharging', value: null, triggerTime: '2026-03-10T10:00:00Z' },
      { type: 'StartCharging', value: null, triggerTime: '2026-03-10T11:00:00Z' },
    ];
    const answered = await sut.call('scheduleCommands', { params: fleet, body });
    expect(answered.body.commands).toHaveLength(20);
    expect((await sut.ledger())[0]?.commands).toHaveLength(16);
  });

  test('several lies about one answer are combined, and a reset comes last', async () => {
    const rule = (kind: string, more: object = {}) => ({ endpoint: 'sendCommand', kind, ...more });
    await sut.arm(rule('partial-list', { keep: 1 }), rule('duplicate-rows', { rows: 1 }));
    expect((await batchOnWire()).commands).toHaveLength(2);
    await sut.arm(rule('null-list'), rule('reset-after'));
    await expect(sut.sendOnWire()).rejects.toThrow('fetch failed');
    expect(await sut.ledger()).toHaveLength(2);
  });
});

describe('reads of Commands that do not match their state', () => {
  test('lagging-lists: a Command is unknown until it is old enough by the clock of the service', async () => {
    const { params, command } = await sentToPrompt();
    await sut.arm({ endpoint: 'listCommands', kind: 'lagging-lists', ms: 12_000 });
    sut.pass(11_000);
    expect(await listed()).toEqual([]);
    expect((await sut.call('getCommand', { params })).status).toBe(404);
    sut.pass(1_000);
    expect((await listed()).map(({ id }) => id)).toEqual([command.id]);
    expect((await sut.call('getCommand', { params })).status).toBe(200);
  });

  test('lagging-lists: Commands of a world file were received long ago', async () => {
    await sut.arm({ endpoint: '*', kind: 'lagging-lists', ms: 86_400_000 });
    const params = { entityId: IDS.entity('battery') };
    expect((await sut.call('listCommands', { params })).body.data).toHaveLength(1);
  });

  test.each<['Command' | 'Entity' | 'batch' | 'Collective']>([
    ['Command'],
    ['Entity'],
    ['batch'],
    ['Collective'],
  ])('forgetting: only the Commands that an id matches (%s)', async (by) => {
    const first = await sentToPrompt();
    sut.pass(60_000);
    const second = await sentToPrompt();
    const all = { Command: false, Entity: true, batch: false, Collective: true }[by];
    const address = {
      Command: first.command.id,
      Entity: prompt.entityId,
      batch: first.batchId,
      Collective: IDS.fleet,
    }[by];
    await sut.arm({ endpoint: '*', kind: 'forgetting', address });
    expect((await listed()).map(({ id }) => id)).toEqual(all ? [] : [second.command.id]);
    expect((await sut.call('getCommand', { params: first.params })).status).toBe(404);
    expect((await sut.call('getCommand', { params: second.params })).status).toBe(all ? 404 : 200);
    await sut.heal();
    expect(await listed()).toHaveLength(2);
  });

  test('forgetting: all Commands, page by page, while features are unaffected', async () => {
    await sentToPrompt();
    await sut.arm({ endpoint: '*', kind: 'forgetting' });
    const { body } = await sut.call('listCommands', { params: prompt, query: { pageSize: 1 } });
    expect([body.data, body.meta?.continuationToken]).toEqual([[], null]);
    expect((await sut.call('listFeatures', { params: prompt })).status).toBe(200);
  });

  test('going-back: a final state is reported as Sent, without a verification', async () => {
    const { params } = await sentToPrompt();
    await sut.arm({ endpoint: '*', kind: 'going-back' });
    expect((await listed())[0]?.status).toBe('Pending');
    sut.pass(60_000);
    const back = { status: 'Sent', verification: null, error: null };
    expect((await listed())[0]).toMatchObject(back);
    expect((await sut.call('getCommand', { params })).body).toMatchObject(back);
    await sut.arm({ endpoint: 'getCommand', kind: 'going-back', address: prompt.entityId });
    expect((await sut.call('getCommand', { params })).body).toMatchObject(back);
    expect((await listed())[0]?.status).toBe('Succeeded');
    const [batch] = await sut.ledger();
    const mine = batch?.commands.find(({ entityId }) => entityId === prompt.entityId);
    expect(mine?.status).toBe('Succeeded');
  });
});

test('incomplete rules are refused with the missing part', async () => {
  for (const [rule, field] of [
    [{ endpoint: 'sendCommand', kind: 'partial-list' }, '[0].keep'],
    [{ endpoint: 'sendCommand', kind: 'duplicate-rows' }, '[0].rows'],
    [{ endpoint: 'listCommands', kind: 'strangers', rows: 1 }, '[0].endpoint'],
    [{ endpoint: 'listCommands', kind: 'lagging-lists' }, '[0].ms'],
    [{ endpoint: 'sendCommand', kind: 'forgetting' }, '[0].endpoint'],
  ] as const) {
    const answer = await sut.control('PUT', '/faults', [rule]);
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining(field)]);
  }
});

test('the ledger holds accepted batches, even after a restart, and no refused ones', async () => {
  await sut.call('sendCommand', stop);
  await sut.call('sendCommand', { params: fleet, body: { type: 'Explode', value: null } });
  const item = { type: 'StartCharging', value: null, triggerTime: '2026-03-10T10:00:00Z' };
  await sut.call('scheduleCommands', { params: fleet, body: [item] });
  sut.pass(60_000);
  const before = await sut.ledger();
  expect(before.map(({ endpoint, collectiveId }) => [endpoint, collectiveId])).toEqual([
    ['sendCommand', IDS.fleet],
    ['scheduleCommands', IDS.fleet],
  ]);
  expect(before.map(({ body }) => body)).toEqual([stop.body, [expect.objectContaining(item)]]);
  const [sent, planned] = before;
  expect(sent?.receivedAtMs).toBe(Date.parse(sent?.commands[0]?.triggerTime ?? ''));
  expect(sent?.commands.some(({ status }) => status === 'Succeeded')).toBe(true);
  expect(new Set(planned?.commands.map(({ status }) => status))).toEqual(new Set(['Pending']));
  await sut.restart();
  expect(await sut.ledger()).toEqual(before);
});
