import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Command } from '../../../contract/command.ts';
import { ANOTHER_SYSTEM, THIS_CONSOLE } from '../../../contract/console/others-commands.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { CARS, FLEET } from '../../../server/testing/console-harness.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { knownCommands } from '../../fleet/commands/known-commands.ts';
import { storeFleetCommand } from '../../fleet/testing/fleet-command-rows.ts';
import { aCommand, storeBatch } from '../testing/stored-batch.ts';
import { smallStore } from '../../directory/testing/small-store.ts';
import { readBatches } from './batch-list.ts';
import { readSchedule } from './planned.ts';

const NOW = Date.UTC(2026, 5, 1, 12, 30);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
let db: Kysely<Store>;

beforeEach(async () => {
  db = await smallStore(NOW);
});

/** A Command that the Service lists, some minutes from now. */
async function listed(minutes: number, but: Partial<Command> = {}): Promise<string> {
  const id = randomUUID();
  const triggerTime = isoInstant(NOW + minutes * MINUTE);
  await storeFleetCommand(db, aCommand(id, { triggerTime, status: 'Succeeded', ...but }), NOW);
  return id;
}
const read = (filter: Parameters<typeof readBatches>[1] = {}) => readBatches(db, filter, NOW);
const linesOf = async (filter: Parameters<typeof readBatches>[1] = {}) =>
  (await read(filter)).others;

describe('what other systems sent', () => {
  test('is a line for each hour and type, beside the batches', async () => {
    const own = aCommand(undefined, { triggerTime: isoInstant(NOW - 5 * MINUTE) });
    await storeBatch(db, { commands: [own] }, NOW - 5 * MINUTE);
    await storeFleetCommand(db, own, NOW);
    await listed(-20, { type: 'LimitFeedIn', value: '400' });
    await listed(-10, { type: 'LimitFeedIn', value: '500', entityId: CARS[1] });
    await listed(-10, { status: 'Failed' });
    await listed(-61, { value: '7' });
    await listed(1, { status: 'Pending' });
    const to = isoInstant(NOW - 10 * MINUTE);
    const one = {
      entities: 1,
      verdictCounts: { failed: 1 },
      entity: { id: CARS[0], name: 'Van 1' },
    };
    const two = { entities: 2, verdictCounts: { acknowledged: 2 }, entity: null };
    const from = isoInstant(NOW - 20 * MINUTE);
    expect(await linesOf()).toEqual([
      { type: 'StopCharging', value: null, from: to, to, ...one },
      { type: 'LimitFeedIn', value: null, from, to, ...two },
      expect.objectContaining({ value: '7', entities: 1 }),
    ]);
  });

  test('is narrowed by sender, Collective, type and time; it has no outcome and no operator', async () => {
    const batch = await storeBatch(db, { commands: [] }, NOW - HOUR);
    await listed(-10);
    await listed(-90, { type: 'Reset' });
    const lines = async (filter: Parameters<typeof readBatches>[1]) =>
      (await linesOf(filter)).map(({ type }) => type);
    expect(await lines({ collectiveId: FLEET })).toEqual(['StopCharging', 'Reset']);
    expect(await lines({ collectiveId: randomUUID() })).toEqual([]);
    expect(await lines({ type: 'Reset' })).toEqual(['Reset']);
    expect(await lines({ from: isoInstant(NOW - HOUR) })).toEqual(['StopCharging']);
    expect(await lines({ to: isoInstant(NOW - HOUR) })).toEqual(['Reset']);
    expect(await lines({ outcome: 'accepted' })).toEqual([]);
    expect(await lines({ operatorId: 'o' })).toEqual([]);
    const theirs = { batches: [], others: [{ type: 'StopCharging' }, { type: 'Reset' }] };
    expect(await read({ operatorId: ANOTHER_SYSTEM })).toMatchObject(theirs);
    const ours = { batches: [{ id: batch }], others: [] };
    expect(await read({ operatorId: THIS_CONSOLE })).toMatchObject(ours);
  });

  test('has pages with the batches without a gap or a repeat, also within an hour', async () => {
    const types = ['A', 'B', 'C', 'D', 'E'];
    for (const type of types)
      for (const minutes of [-10, -20, -100]) await listed(minutes, { type });
    const sent = [];
    for (const minutes of [1, 31, 60, 95, 200]) {
      sent.push(await storeBatch(db, { commands: [] }, NOW - minutes * MINUTE));
    }
    for (const limit of [1, 2, 3, 7]) {
      const found: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await read({ limit, cursor });
        const lines = page.others.map(({ type, from }) => `${type} ${from.slice(0, 13)}`);
        expect(lines.length + page.batches.length).toBeLessThanOrEqual(limit);
        found.push(...lines, ...page.batches.map(({ id }) => id));
        cursor = page.next ?? undefined;
      } while (cursor !== undefined);
      expect(found).toHaveLength(15);
      expect(new Set(found).size).toBe(15);
      expect(sent.every((id) => found.includes(id))).toBe(true);
    }
  });

  test('that is planned is in the schedule, each hour once', async () => {
    await listed(40, { status: 'Pending' });
    await listed(60, { status: 'Pending', entityId: CARS[1] });
    await listed(45, { status: 'Canceled' });
    const { items } = await readSchedule(db, FLEET, NOW);
    const times = { triggerTime: isoInstant(NOW + 40 * MINUTE), until: isoInstant(NOW + HOUR) };
    expect(items).toMatchObject([{ batch: null, type: 'StopCharging', ...times, open: 2 }]);
    expect((await readSchedule(db, randomUUID(), NOW)).items).toEqual([]);
  });
});

test('a Command that an unsettled dispatch may have made is not another system’s until that is decided', async () => {
  const id = await storeBatch(db, { commands: null, members: [CARS[0]] }, NOW - 20 * MINUTE);
  const lost = { outcome: 'unknown', outcome_at: NOW - 19 * MINUTE };
  await db.updateTable('intents').set(lost).where('id', '=', id).execute();
  await listed(-19);
  const far = await listed(-200);
  const otherType = await listed(-19, { type: 'Reset' });
  await listed(-19, { entityId: CARS[1] });
  const senders = async () => {
    const commands = await knownCommands(db, CARS[0], 10);
    return new Map(commands.map(({ command, sentBy }) => [command.id, sentBy]));
  };
  const sent = async () => (await linesOf()).reduce((sum, { entities }) => sum + entities, 0);
  expect([...(await senders()).values()].filter((sender) => sender === null)).toHaveLength(1);
  for (const each of [far, otherType]) expect((await senders()).get(each)).toBe('another system');
  expect(await sent()).toBe(3);
  const check = { dispatch_id: id, state: 'done', verdict: 'none', started_at: NOW };
  await db.insertInto('resolutions').values(check).execute();
  expect([...(await senders()).values()]).not.toContain(null);
  expect(await sent()).toBe(4);
});
