import { randomUUID } from 'node:crypto';
import { sql, type Kysely, type Transaction } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openStore } from '../../../store/open-store.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { postgresUrl } from '../../../store/testing/postgres-store.ts';
import { importDirectory } from '../../directory/import.ts';
import { learnBatches } from '../../directory/learn-answers.ts';
import { renewDue, renewPictures } from '../../fleet/picture/renew-pictures.ts';
import { addDue, takeDue } from '../due-work.ts';
import { ADA, START, STOP, requestOf } from '../testing/guard-world.ts';
import { aCommand } from '../testing/stored-batch.ts';
import { createObserver } from '../track/observe.ts';
import { commandRow } from '../batches/command-rows.ts';
import { nameCommands } from '../batches/name-commands.ts';
import { recordIntent, recordOutcome } from './ledger.ts';
import { unknownOutcome } from './outcome.ts';

const id = (last: string) => `00000000-0000-4000-8000-0000000000${last}`;
const [DEPOT, NIGHT, OTHERS] = [id('c1'), id('c2'), id('c3')];
const [VAN, CAR, BUS] = [id('e1'), id('e2'), id('e3')];
const AT = { now: START, guardWindowMs: 0 };

let db: Kysely<Store>;
/** The store of another process. */
let elsewhere: Kysely<Store>;
beforeEach(async () => {
  const url = await postgresUrl();
  [db, elsewhere] = await Promise.all([openStore(url), openStore(url)]);
  const of = (collective: string, entities: string[]) => {
    return { id: collective, name: collective, type: 'Fleet', owner: null, entities };
  };
  const collectives = [of(DEPOT, [VAN, CAR]), of(NIGHT, [CAR]), of(OTHERS, [BUS])];
  await importDirectory(db, { collectives, entities: [] }, 'import', 0);
});
afterEach(() => Promise.all([db.destroy(), elsewhere.destroy()]));

/** Records a dispatch, its answer, and what is read of its Command. */
async function send(trx: Transaction<Store>, collectiveId: string, entityId: string) {
  const request = requestOf(STOP, { collectiveId });
  await recordIntent(trx, request, ADA, AT);
  const commands = [aCommand(randomUUID(), { entityId })];
  const batch = { batchId: randomUUID(), commands };
  await recordOutcome(trx, request, { outcome: 'accepted', upstreamStatus: 201, batch }, START);
  const [row] = await trx
    .selectFrom('sent_commands')
    .where('dispatch_id', '=', request.dispatchId)
    .selectAll()
    .execute();
  const [command] = commands;
  if (row === undefined || command === undefined) throw new Error('no Command');
  const observer = createObserver({
    db,
    clock: { now: () => START },
    verificationWaitMs: 0,
    onChange: () => {},
  });
  await observer.storeIn(trx, [{ row, command: { ...command, status: 'Sent' } }]);
}

/** Whether a transaction of the other process would have to wait. */
async function waits(act: (trx: Transaction<Store>) => Promise<unknown>): Promise<boolean> {
  const tried = elsewhere.transaction().execute(async (trx) => {
    await sql`set local lock_timeout = '200ms'`.execute(trx);
    await act(trx);
  });
  return tried.then(
    () => false,
    (error: unknown) => {
      if (!String(error).includes('lock timeout')) throw error;
      return true;
    },
  );
}

const outcomeOf = async (entityId: string) =>
  (
    await elsewhere
      .selectFrom('entities')
      .where('id', '=', entityId)
      .select('outcome')
      .executeTakeFirst()
  )?.outcome;

test('two processes that dispatch to unrelated Collectives do not wait for each other', async () => {
  await db.transaction().execute(async (trx) => {
    await send(trx, DEPOT, VAN);
    expect(await waits((other) => send(other, OTHERS, BUS))).toBe(false);
    expect(await waits((other) => send(other, NIGHT, CAR))).toBe(true);
  });
  expect(await waits((other) => send(other, NIGHT, CAR))).toBe(false);
});

test('a dispatch of another process whose commit comes late is followed too', async () => {
  const stranger = id('e9');
  await db.transaction().execute(async (trx) => {
    await send(trx, DEPOT, stranger);
    await elsewhere.transaction().execute((other) => send(other, OTHERS, BUS));
    while ((await renewDue(elsewhere, START)) > 0);
    expect(await outcomeOf(BUS)).toBe('sent');
    expect(await learnBatches(elsewhere, START)).toBe(0);
  });
  expect(await learnBatches(elsewhere, START)).toBe(1);
  while ((await renewDue(elsewhere, START)) > 0);
  expect(await outcomeOf(stranger)).toBe('sent');
});

test('who follows waits for a change that is being committed of what it has to follow already', async () => {
  const dispatchId = randomUUID();
  const note = (trx: Kysely<Store>) => addDue(trx, dispatchId, 'pictures');
  await note(db);
  await db.transaction().execute(async (trx) => {
    await note(trx);
    expect(await waits((other) => takeDue(other, 'pictures', [dispatchId]))).toBe(true);
  });
});

test('a late answer that takes away what a check found locks no Entity before its last Command', async () => {
  const request = requestOf(STOP, { collectiveId: DEPOT });
  await recordIntent(db, request, ADA, AT);
  const broken = { status: 502, upstreamStatus: null };
  await recordOutcome(db, request, unknownOutcome(request.dispatchId, 'It broke.', broken), START);
  const of = { dispatchId: request.dispatchId, kind: 'now' };
  const found = [VAN, CAR].map((entityId, at) =>
    commandRow(of, at, aCommand(randomUUID(), { entityId }), START, 'check'),
  );
  await db.transaction().execute((trx) => nameCommands(trx, of, found));
  const held = await db
    .selectFrom('commands')
    .orderBy('key')
    .select(['key', 'entity_id'])
    .execute();
  const batch = { batchId: randomUUID(), commands: [] };
  let late: Promise<unknown> = Promise.resolve();
  // As a read of both Commands, which has stored the second one.
  await elsewhere.transaction().execute(async (reading) => {
    const last = held.at(-1)?.key ?? 0;
    await reading.selectFrom('commands').where('key', '=', last).forUpdate().selectAll().execute();
    late = recordOutcome(db, request, { outcome: 'accepted', upstreamStatus: 201, batch }, START);
    const waiting = sql<{ one: number }>`select 1 as one from pg_locks where not granted`;
    await expect.poll(async () => (await waiting.execute(reading)).rows.length).toBeGreaterThan(0);
    const [first] = held;
    const entity = reading.selectFrom('entities').where('id', '=', first?.entity_id ?? '');
    expect(await entity.forUpdate().noWait().select('id').execute()).toHaveLength(1);
  });
  expect(await late).toEqual({ unaccounted: 2, strangers: 0 });
});

test('of two processes that change parts of one Entity, neither loses what the other stored', async () => {
  const place = { latitude: 52, longitude: 5, search: '', odd: 0, known_at: START };
  let other: Promise<unknown> = Promise.resolve();
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('places')
      .values({ ...place, entity_id: VAN, id: id('f1'), label: 'Quay' })
      .execute();
    await renewPictures(trx, [VAN], START);
    other = elsewhere.transaction().execute(async (beside) => {
      const row = { entity_id: VAN, resource: 'capacity', known_at: START };
      await beside
        .insertInto('fleet_documents')
        .values({ ...row, content: '{"batteryCapacity":62}' })
        .execute();
      await renewPictures(beside, [VAN], START);
    });
    // It has stored its part and waits for this one, which it did not see when it began.
    const waiting = sql<{ one: number }>`select 1 as one from pg_locks where not granted`;
    await expect.poll(async () => (await waiting.execute(trx)).rows.length).toBeGreaterThan(0);
  });
  await other;
  const picture = await db
    .selectFrom('entities')
    .where('id', '=', VAN)
    .select(['location', 'capacity'])
    .executeTakeFirst();
  expect(picture).toEqual({ location: 'Quay', capacity: 62 });
});
