import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Command } from '../../../contract/command.ts';
import { CARS } from '../../../server/testing/console-harness.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { knownCommands } from '../../fleet/commands/known-commands.ts';
import { storeCommands } from '../../fleet/commands/store-commands.ts';
import { findIntent } from '../send/ledger.ts';
import { findAcceptedBatch, recordOutcome } from '../send/outcome-store.ts';
import { unknownOutcome } from '../send/outcome.ts';
import { aCommand, storeBatch } from '../testing/stored-batch.ts';
import { wholeBatch } from '../testing/whole-batch.ts';
import { smallStore } from '../../directory/testing/small-store.ts';
import { commandRow } from './command-rows.ts';
import { readHistory } from './batch-rows.ts';
import { nameCommands } from './name-commands.ts';

const NOW = Date.UTC(2026, 5, 1, 12);
const [CAR] = CARS;
const ITEMS = [{ type: 'StopCharging', value: null, triggerTime: null }];
let db: Kysely<Store>;

/** A dispatch that is being sent. */
const sending = () => storeBatch(db, { commands: null, items: ITEMS }, NOW);
const answer = (dispatchId: string, commands: Command[], now = NOW) => {
  const accepted = { outcome: 'accepted', upstreamStatus: 201 } as const;
  const batch = { batchId: randomUUID(), commands };
  const request = { dispatchId, kind: 'now', items: ITEMS } as const;
  return recordOutcome(db, request, { ...accepted, batch }, now);
};
const list = (commands: Command[], askedAt: number, now = askedAt) =>
  db.transaction().execute((trx) => storeCommands(trx, CAR, commands, { askedAt, now }));
const name = (dispatchId: string, row: ReturnType<typeof commandRow>) =>
  db.transaction().execute((trx) => nameCommands(trx, { dispatchId, kind: 'now' }, [row]));
const rowsOf = (dispatchId: string) =>
  db
    .selectFrom('commands')
    .where('dispatch_id', '=', dispatchId)
    .orderBy('entity_id')
    .orderBy('item')
    .select(['entity_id', 'id', 'item', 'member', 'status', 'settled'])
    .execute();
const namesIn = async (dispatchId: string) =>
  (await rowsOf(dispatchId)).map(({ entity_id: entity, id }) => [entity, id]);

describe('stored Commands', () => {
  beforeAll(async () => {
    db = await smallStore(NOW);
  }, 60_000);
  beforeEach(async () => {
    for (const table of ['commands', 'intents'] as const) await db.deleteFrom(table).execute();
  });
  afterAll(() => db.destroy());

  test('each member has a row before the send, which nothing reads or counts', async () => {
    const id = await sending();
    expect(await namesIn(id)).toEqual(CARS.toSorted().map((car) => [car, null]));
    expect((await rowsOf(id)).every(({ settled }) => settled === 1)).toBe(true);
    const { batch, rows } = await wholeBatch(db, id);
    expect([batch.open, batch.verdictCounts, batch.memberCount]).toEqual([0, {}, CARS.length]);
    for (const row of rows) expect(row).toMatchObject({ commandId: null, status: null });
    expect(await knownCommands(db, CAR, 5)).toEqual([]);
  });

  test('a refused dispatch leaves them as they are; after an unknown one all are unaccounted for', async () => {
    const refused = await sending();
    const no = unknownOutcome(refused, 'No.', { status: 400, upstreamStatus: 400 });
    const at = { kind: 'now', items: ITEMS };
    await recordOutcome(db, { ...at, dispatchId: refused }, { ...no, outcome: 'refused' }, NOW);
    const unknown = await sending();
    await recordOutcome(db, { ...at, dispatchId: unknown }, no, NOW);
    const left = async (id: string) => (await findIntent(db, id))?.unaccounted;
    expect([await left(refused), await left(unknown)]).toEqual([0, CARS.length]);
    expect((await wholeBatch(db, refused)).batch.settled).toBe(true);
  });

  test('the answer names the Commands of members, and adds those of others', async () => {
    const id = await sending();
    const stranger = randomUUID();
    const named = [aCommand(), aCommand(undefined, { entityId: stranger })];
    const twice = aCommand();
    await answer(id, [...named, twice]);
    const rows = await rowsOf(id);
    const placed = new Map(rows.map((row) => [row.id, [row.item, row.member]]));
    const [own, other] = named.map((each) => placed.get(each.id));
    expect([own, placed.get(twice.id), other]).toEqual([
      [0, 1],
      [1, 1],
      [0, 0],
    ]);
    expect(rows).toHaveLength(CARS.length + 2);
    expect((await findIntent(db, id))?.unaccounted).toBe(CARS.length - 1);
  });

  test('a Command that a list named first becomes the dispatch’s, as it was read then', async () => {
    const id = await sending();
    const done = aCommand(undefined, { status: 'Failed' });
    await list([done], NOW + 10);
    await answer(id, [{ ...done, status: 'Pending' }], NOW + 20);
    const { batch } = await wholeBatch(db, id);
    expect(batch).toMatchObject({ verdictCounts: { failed: 1 }, open: 0 });
    const commands = await knownCommands(db, CAR, 5);
    expect(commands.map(({ command, sentBy }) => [command.id, sentBy])).toEqual([[done.id, 'O']]);
  });

  test('a late list never takes the end of a Command back; a later one does, as a change', async () => {
    const id = await sending();
    const own = aCommand();
    const other = aCommand();
    await answer(id, [own]);
    const end = (status: string) => [own, other].map((each) => ({ ...each, status }));
    const statuses = async () =>
      (await knownCommands(db, CAR, 5)).map(({ command }) => command.status);
    await list(end('Failed'), NOW + 100, NOW + 200);
    await list(end('Sent'), NOW + 150, NOW + 300);
    expect(await statuses()).toEqual(['Failed', 'Failed']);
    await list(end('Sent'), NOW + 400);
    expect(await statuses()).toEqual(['Sent', 'Sent']);
    const { observations } = await readHistory(db, id, 0, NOW);
    const told = observations.map(({ sequence, status }) => `${sequence} ${status}`);
    expect(told).toEqual(['0 Pending', '1 Failed', '2 Sent']);
  });

  test('the answer is told again as it was, whatever became of its Commands', async () => {
    const id = await sending();
    const own = aCommand();
    await answer(id, [own]);
    await list([{ ...own, status: 'Failed' }], NOW + 100);
    const intent = await findIntent(db, id);
    expect(intent === null ? null : await findAcceptedBatch(db, intent)).toEqual({
      batchId: intent?.batch_id,
      commands: [own],
    });
  });

  test('an answer that comes after a check had found its Command keeps what was read since', async () => {
    const id = await sending();
    const own = aCommand();
    const found = commandRow({ dispatchId: id, kind: 'now' }, 0, own, NOW, 'check');
    await name(id, found);
    await list([{ ...own, status: 'Failed' }], NOW + 100);
    expect((await name(id, { ...found, matched: null })).withFewerThan(1)).toBe(CARS.length - 1);
    await list([{ ...own, status: 'Sent' }], NOW + 200);
    const { observations } = await readHistory(db, id, 0, NOW);
    expect(observations.map(({ status }) => status)).toEqual(['Pending', 'Failed', 'Sent']);
  });

  test('one Command has one dispatch: an answer takes it from a check, and not from another answer', async () => {
    const [probable, certain, last] = [await sending(), await sending(), await sending()];
    const own = aCommand();
    const found = commandRow({ dispatchId: probable, kind: 'now' }, 0, own, NOW, 'check');
    await name(probable, found);
    await answer(certain, [own]);
    await answer(last, [own]);
    const holders = [];
    for (const id of [probable, certain, last]) {
      const names = (await rowsOf(id)).flatMap((row) => row.id ?? []);
      holders.push([names, (await findIntent(db, id))?.unaccounted]);
    }
    expect(holders).toEqual([
      [[], CARS.length],
      [[own.id], CARS.length - 1],
      [[], CARS.length],
    ]);
    expect(await namesIn(probable)).toHaveLength(CARS.length);
  });
});
