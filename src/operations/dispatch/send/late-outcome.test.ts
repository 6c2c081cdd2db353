import type { Kysely } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStore } from '../../../store/open-store.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { FLEET } from '../../../server/testing/console-harness.ts';
import { consoleOfEachTest } from '../../../server/testing/started-console.ts';
import { memoryStore } from '../../../store/testing/memory-store.ts';
import { aCommand, storeBatch } from '../testing/stored-batch.ts';
import { recordOutcome } from './outcome-store.ts';

const KEY = 'aaaaaaaa-0000-4000-8000-0000000000a1';
const started = consoleOfEachTest();
let db: Kysely<Store>;
beforeEach(async () => {
  db = await openStore(started.gridhelm.store);
});
afterEach(() => db.destroy());

/** Dispatches; an answer that accepts it cannot be stored until `mend` is called. */
async function dispatchWithoutStore() {
  started.fake.answer = async () => {
    await db.schema.alterTable('commands').renameTo('elsewhere').execute();
    return { status: 201, body: { batchId: KEY, commands: [aCommand()] } };
  };
  const dispatch = `POST /api/v1/collectives/${FLEET}/commands`;
  const cookie = await started.gridhelm.signIn('operator');
  const stop = { type: 'StopCharging', value: null };
  const answer = await started.send(dispatch, cookie, stop, { 'idempotency-key': KEY });
  expect(answer.code()).toEqual([502, 'outcome_unknown']);
}
const mend = () => db.schema.alterTable('elsewhere').renameTo('commands').execute();
const outcomeOf = async () => {
  const intent = await db.selectFrom('intents').select('outcome').executeTakeFirstOrThrow();
  return intent.outcome;
};
const rowsOf = async () => {
  const rows = await db
    .selectFrom('audit_log')
    .where('intent_id', '=', KEY)
    .orderBy('sequence')
    .select(['outcome', 'upstream_status'])
    .execute();
  return rows.map((row) => [row.outcome, row.upstream_status]);
};

test('an outcome that is stored late has its row in the audit log, and no other', async () => {
  await dispatchWithoutStore();
  expect(await rowsOf()).toEqual([['begun', null]]);
  await mend();
  await expect.poll(outcomeOf, { timeout: 5000 }).toBe('accepted');
  expect(await rowsOf()).toEqual([
    ['begun', null],
    ['accepted', 201],
  ]);
});

test('an outcome that a stopped process could not store is unknown, with one row', async () => {
  await dispatchWithoutStore();
  await started.restart(mend);
  expect(await outcomeOf()).toBe('unknown');
  expect(await rowsOf()).toEqual([
    ['begun', null],
    ['unknown', null],
  ]);
});

test('of two outcomes of an intent the first is stored', async () => {
  const store = await memoryStore();
  const dispatchId = await storeBatch(store, { commands: null }, 0);
  const intent = { dispatchId, kind: 'now', items: [] } as const;
  const batch = { batchId: KEY, commands: [aCommand()] };
  const outcome = { outcome: 'accepted', upstreamStatus: 201, batch } as const;
  const stored = [
    await recordOutcome(store, intent, outcome, 1),
    await recordOutcome(store, intent, outcome, 2),
  ];
  expect(stored).toEqual([{ unaccounted: expect.any(Number), strangers: 1 }, null]);
  const commands = store.selectFrom('commands').where('id', 'is not', null).select('id');
  expect(await commands.execute()).toHaveLength(1);
});
