import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { seedDirectory } from '../../directory/seed.ts';
import { createAudit } from '../../audit/audit.ts';
import { createObserver } from '../track/observe.ts';
import { manualClock } from '../../../lib/testing/manual-clock.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { memoryStore } from '../../../store/testing/memory-store.ts';
import { unprotect } from '../../../store/testing/tampering.ts';
import { CARS, SMALL_DIRECTORY } from '../../../server/testing/console-harness.ts';
import { aCommand, storeBatch } from '../testing/stored-batch.ts';
import { hashOf, keptHash, recordOf, settleDue } from './batch-record.ts';
import { isUnsettled } from '../unsettled.ts';
import { findBatch } from './batch-lines.ts';

const clock = manualClock();
const failing = CARS.map((entityId) => aCommand(undefined, { entityId, status: 'Failed' }));
const onError = (error: unknown) => expect.unreachable(String(error));
let db: Kysely<Store>;
async function seed(open: () => Promise<Kysely<Store>>): Promise<void> {
  db = await open();
  await seedDirectory(db, { source: 'world:a', directory: SMALL_DIRECTORY }, clock.now());
}
beforeEach(() => seed(memoryStore));
afterEach(() => db.destroy());

const settleNow = () =>
  settleDue({ db, clock, audit: createAudit({ db, clock, onError }), onError });
const learn = (command: ReturnType<typeof aCommand>) =>
  createObserver({ db, clock, verificationWaitMs: 0, onChange: () => {} }).learn(command);
const hashNow = async (id: string) =>
  hashOf(await recordOf(db, await findBatch(db, id), clock.now()));
const written = async () => {
  const acts = db.selectFrom('audit_log').where('action', '=', 'batch-settled');
  return (await acts.selectAll().execute()).length;
};

test('the hash of a settled batch is in the audit log once, and can be computed again', async () => {
  const [first, ...others] = failing;
  const pending = { ...aCommand(first?.id, { entityId: CARS[0] }) };
  const id = await storeBatch(db, { commands: [pending, ...others] }, clock.now());
  await settleNow();
  expect(await keptHash(db, id)).toBeNull();
  await learn({ ...pending, status: 'Failed' });
  await settleNow();
  const kept = await keptHash(db, id);
  expect(kept?.hash).toBe(await hashNow(id));
  // Another one of a console that was started again finds nothing to do.
  await settleNow();
  expect(await written()).toBe(1);
});

test('a Command that is open again while the record is kept stays watched', async () => {
  const id = await storeBatch(db, { commands: failing }, clock.now());
  const audit = createAudit({ db, clock, onError });
  const [first] = failing;
  const transaction: typeof audit.transaction = async (work) => {
    if (first !== undefined) await learn({ ...first, status: 'Pending' });
    return audit.transaction(work);
  };
  await settleDue({ db, clock, onError, audit: { transaction } });
  const left = db.selectFrom('intents').where('id', '=', id).where(isUnsettled).select('id');
  expect(await left.execute()).toHaveLength(1);
});

test('what changes after that changes neither the record nor its hash', async () => {
  const id = await storeBatch(db, { commands: failing }, clock.now());
  await settleNow();
  const kept = await keptHash(db, id);
  for (const command of failing) await learn({ ...command, status: 'Succeeded', value: '7' });
  await settleNow();
  expect(await hashNow(id)).toBe(kept?.hash);
  expect(await written()).toBe(1);
});

test.each([
  `update commands set status = 'Sent'`,
  `update intents set reason = 'other'`,
  `delete from commands`,
  `update commands set name = 'x'`,
])('%s gives another hash', async (statement) => {
  const id = await storeBatch(db, { commands: failing }, clock.now());
  await settleNow();
  await unprotect(db);
  await sql.raw(statement).execute(db);
  expect(await hashNow(id)).not.toBe((await keptHash(db, id))?.hash);
});

test('a refused dispatch has a record too; one that is being sent has no hash', async () => {
  const sending = await storeBatch(db, { commands: null }, clock.now());
  const refused = await storeBatch(db, { commands: null }, clock.now());
  await db.updateTable('intents').set({ outcome: 'refused' }).where('id', '=', refused).execute();
  await settleNow();
  expect(await keptHash(db, sending)).toBeNull();
  expect(await keptHash(db, refused)).not.toBeNull();
});
