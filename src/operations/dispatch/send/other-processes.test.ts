import { randomUUID } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import { expect, test } from 'vitest';
import type { Store } from '../../../store/schema/schema.ts';
import { learnBatches } from '../../directory/learn-answers.ts';
import { renewDue, renewPictures } from '../../fleet/picture/renew-pictures.ts';
import {
  BUS,
  CAR,
  DEPOT,
  id,
  NIGHT,
  OTHERS,
  somebodyWaits,
  twoProcesses,
  VAN,
} from '../../directory/testing/two-processes.ts';
import { addDue, takeDue } from '../due-work.ts';
import { ADA, START, STOP, requestOf } from '../testing/guard-world.ts';
import { aCommand } from '../testing/stored-batch.ts';
import { createObserver } from '../track/observe.ts';
import { commandRow } from '../batches/command-rows.ts';
import { nameCommands } from '../batches/name-commands.ts';
import { recordIntent } from './ledger.ts';
import { recordOutcome } from './outcome-store.ts';
import { unknownOutcome } from './outcome.ts';

const AT = { now: START, guardWindowMs: 0 };

const both = twoProcesses();

/** Records a dispatch, its answer, and what is read of its Command. */
async function send(trx: Transaction<Store>, collectiveId: string, entityId: string) {
  const request = requestOf(STOP, { collectiveId });
  await recordIntent(trx, request, ADA, AT);
  const commands = [aCommand(randomUUID(), { entityId })];
  const batch = { batchId: randomUUID(), commands };
  await recordOutcome(trx, request, { outcome: 'accepted', upstreamStatus: 201, batch }, START);
  const sent = trx.selectFrom('sent_commands').where('dispatch_id', '=', request.dispatchId);
  const [row] = await sent.selectAll().execute();
  const [command] = commands;
  if (row === undefined || command === undefined) throw new Error('no Command');
  const clock = { now: () => START };
  const observer = createObserver({
    db: both.db,
    clock,
    verificationWaitMs: 0,
    onChange: () => {},
  });
  await observer.storeIn(trx, [{ row, command: { ...command, status: 'Sent' } }]);
}

const outcomeOf = async (entityId: string) => {
  const entity = both.elsewhere.selectFrom('entities').where('id', '=', entityId);
  return (await entity.select('outcome').executeTakeFirst())?.outcome;
};

test('two processes that dispatch to unrelated Collectives do not wait for each other', async () => {
  await both.db.transaction().execute(async (trx) => {
    await send(trx, DEPOT, VAN);
    expect(await both.waits((other) => send(other, OTHERS, BUS))).toBe(false);
    expect(await both.waits((other) => send(other, NIGHT, CAR))).toBe(true);
  });
  expect(await both.waits((other) => send(other, NIGHT, CAR))).toBe(false);
});

test('a dispatch of another process whose commit comes late is followed too', async () => {
  const stranger = id('e9');
  await both.db.transaction().execute(async (trx) => {
    await send(trx, DEPOT, stranger);
    await both.elsewhere.transaction().execute((other) => send(other, OTHERS, BUS));
    while ((await renewDue(both.elsewhere, START)) > 0);
    expect(await outcomeOf(BUS)).toBe('sent');
    expect(await learnBatches(both.elsewhere, START)).toBe(0);
  });
  expect(await learnBatches(both.elsewhere, START)).toBe(1);
  while ((await renewDue(both.elsewhere, START)) > 0);
  expect(await outcomeOf(stranger)).toBe('sent');
});

test('who follows waits for a change that is being committed of what it has to follow already', async () => {
  const dispatchId = randomUUID();
  const note = (trx: Kysely<Store>) => addDue(trx, dispatchId, 'pictures');
  await note(both.db);
  await both.db.transaction().execute(async (trx) => {
    await note(trx);
    expect(await both.waits((other) => takeDue(other, 'pictures', [dispatchId]))).toBe(true);
  });
});

test('a late answer that takes away what a check found locks no Entity before its last Command', async () => {
  const request = requestOf(STOP, { collectiveId: DEPOT });
  await recordIntent(both.db, request, ADA, AT);
  const broken = { status: 502, upstreamStatus: null };
  await recordOutcome(
    both.db,
    request,
    unknownOutcome(request.dispatchId, 'It broke.', broken),
    START,
  );
  const of = { dispatchId: request.dispatchId, kind: 'now' };
  const found = [VAN, CAR].map((entityId, at) =>
    commandRow(of, at, aCommand(randomUUID(), { entityId }), START, 'check'),
  );
  await both.db.transaction().execute((trx) => nameCommands(trx, of, found));
  const kept = both.db.selectFrom('commands').orderBy('key');
  const held = await kept.select(['key', 'entity_id']).execute();
  const batch = { batchId: randomUUID(), commands: [] };
  let late: Promise<unknown> = Promise.resolve();
  // As a read of both Commands, which has stored the second one.
  await both.elsewhere.transaction().execute(async (reading) => {
    const last = held.at(-1)?.key ?? 0;
    await reading.selectFrom('commands').where('key', '=', last).forUpdate().selectAll().execute();
    late = recordOutcome(
      both.db,
      request,
      { outcome: 'accepted', upstreamStatus: 201, batch },
      START,
    );
    await somebodyWaits(reading);
    const [first] = held;
    const entity = reading.selectFrom('entities').where('id', '=', first?.entity_id ?? '');
    expect(await entity.forUpdate().noWait().select('id').execute()).toHaveLength(1);
  });
  expect(await late).toEqual({ unaccounted: 2, strangers: 0 });
});

test('of two processes that change parts of one Entity, neither loses what the other stored', async () => {
  const place = { latitude: 52, longitude: 5, search: '', odd: 0, known_at: START };
  let other: Promise<unknown> = Promise.resolve();
  await both.db.transaction().execute(async (trx) => {
    const places = trx.insertInto('places');
    await places.values({ ...place, entity_id: VAN, id: id('f1'), label: 'Quay' }).execute();
    await renewPictures(trx, [VAN], START);
    other = both.elsewhere.transaction().execute(async (beside) => {
      const row = { entity_id: VAN, resource: 'capacity', known_at: START };
      const documents = beside.insertInto('fleet_documents');
      await documents.values({ ...row, content: '{"batteryCapacity":62}' }).execute();
      await renewPictures(beside, [VAN], START);
    });
    // It has stored its part and waits for this one, which it did not see when it began.
    await somebodyWaits(trx);
  });
  await other;
  const van = both.db.selectFrom('entities').where('id', '=', VAN).select(['location', 'capacity']);
  expect(await van.execute()).toEqual([{ location: 'Quay', capacity: 62 }]);
});
