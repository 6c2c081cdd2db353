import { createHash } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import type { Kysely } from 'kysely';
import { DAY_MS, isoInstant } from '../../domain/instant.ts';
import type { Retention } from '../../contract/console/about.ts';
import { RETENTION } from '../../domain/retention.ts';
import { manualClock } from '../../lib/testing/manual-clock.ts';
import { CARS, SMALL_DIRECTORY } from '../../server/testing/console-harness.ts';
import type { Store } from '../../store/schema/schema.ts';
import { memoryStore } from '../../store/testing/memory-store.ts';
import { NOBODY_ASKED } from '../audit/chain.ts';
import { createAudit, type Audit } from '../audit/audit.ts';
import { readActs } from '../audit/read-acts.ts';
import { verifyChain } from '../audit/verify.ts';
import { importDirectory } from '../directory/import.ts';
import { readEntity } from '../directory/read-directory.ts';
import { aCommand, storeBatch } from '../dispatch/testing/stored-batch.ts';
import { chargeSession, storeFleetReads, storeFleetSessions } from '../fleet/testing/fleet-rows.ts';
import { readEntityBasis } from '../reports/read-basis.ts';
import { eraseEntity } from './erase.ts';
import { removeOld } from './retention.ts';

const [VAN, OTHER] = CARS;
const OLD = { ...RETENTION, readings: null };

let db: Kysely<Store>;
let audit: Audit;
const clock = manualClock();
const now = () => clock.now();
const ago = (days: number) => now() - days * DAY_MS;
const remove = (retention: Partial<Retention>) =>
  removeOld({ db, audit, clock, retention: { ...OLD, ...retention }, isStopped: () => false });
const acts = async () =>
  (await readActs(db, { action: 'retention' }, now())).acts.map(({ outcome, answer }) => [
    outcome,
    JSON.parse(answer ?? 'null'),
  ]);
const count = async (table: keyof Store) => {
  const query = db.selectFrom(table).select((row) => row.fn.countAll<number>().as('count'));
  return (await query.executeTakeFirstOrThrow()).count;
};

beforeEach(async () => {
  db = await memoryStore();
  audit = createAudit({ db, clock, onError: () => {} });
  await importDirectory(db, SMALL_DIRECTORY, 'import', now());
});

test('what is evidence stays by default, and nothing is recorded if nothing went', async () => {
  await storeFleetSessions(db, VAN, [chargeSession({ startMs: ago(5000), energy: 1 })], now());
  expect(await remove({})).toBe(false);
  expect([await count('fleet_sessions'), await acts()]).toEqual([1, []]);
});

test('charge sessions go by their start, with their days and decisions; the store says from when it knows them', async () => {
  const sessions = [400, 399, 200, 10].map((days) =>
    chargeSession({ startMs: ago(days), energy: days }),
  );
  await storeFleetSessions(db, VAN, sessions, now());
  await storeFleetReads(db, VAN, now(), ago(500));
  for (const { id } of sessions) {
    const by = { operator_id: 'o', operator_name: 'O', decided_at: 1, reason: '' };
    const decision = { entity_id: VAN, session_id: id, kind: 'left-out', ...by };
    await db.insertInto('session_decisions').values(decision).execute();
  }
  expect(await remove({ sessions: 365 })).toBe(true);
  const left = db.selectFrom('fleet_sessions').orderBy('start_ms').select('start_ms');
  expect((await left.execute()).map(({ start_ms: at }) => at)).toEqual([ago(200), ago(10)]);
  expect(await count('session_days')).toBe(2);
  expect(await count('session_decisions')).toBe(2);
  const read = db.selectFrom('fleet_reads').where('resource', '=', 'sessions');
  expect(await read.select('known_from').executeTakeFirst()).toEqual({ known_from: ago(365) });
  expect(await acts()).toEqual([['done', { removed: { 'charge sessions': 2 } }]]);
});

test('settled dispatches go with all that is of them; one that is open stays, and Commands of others go too', async () => {
  const done = { status: 'Succeeded' };
  const [old, open] = [
    await storeBatch(db, { commands: [aCommand(undefined, done)] }, ago(400)),
    await storeBatch(db, { commands: [aCommand()] }, ago(399)),
  ];
  await db.updateTable('intents').set({ unsettled: 0 }).where('id', '=', old).execute();
  const changes = db.selectFrom('commands').where('dispatch_id', '=', old).select('key');
  const { key } = await changes.executeTakeFirstOrThrow();
  const change = { command_key: key, sequence: 0, seen_at: 1, status: 'Pending', late: 0 };
  await db
    .insertInto('command_changes')
    .values({ ...change, verification: null, error: null })
    .execute();
  // While there is the Command, what it was cannot be removed.
  await expect(db.deleteFrom('command_changes').execute()).rejects.toThrow('only added');
  for (const days of [300, 20]) {
    await db
      .insertInto('commands')
      .values({ ...other, id: aCommand().id, trigger_at: ago(days), due_at: ago(days) })
      .execute();
  }
  expect(await remove({ commands: 200 })).toBe(true);
  const ids = await db.selectFrom('intents').select('id').execute();
  expect(ids).toEqual([{ id: open }]);
  expect(await count('command_changes')).toBe(0);
  const others = db.selectFrom('commands').where('dispatch_id', 'is', null).select('due_at');
  expect(await others.execute()).toEqual([{ due_at: ago(20) }]);
  expect(await acts()).toEqual([
    ['done', { removed: { dispatches: 1, 'Commands of other systems': 1 } }],
  ]);
  expect(await remove({ commands: 200 })).toBe(false);
});

const other = {
  entity_id: OTHER,
  type: 'Reset',
  status: 'Succeeded',
  verdict: 'verified',
  observed_at: 1,
  changed_at: 1,
  settled: 1,
} as const;

const row = (requestId: string, dispatchId: string | null = null) =>
  audit.record({ ...NOBODY_ASKED, action: 'sign-in', outcome: 'done', requestId, dispatchId });

test('the audit log is cut, and the rest of its chain still verified; the database lets nothing else go', async () => {
  for (let at = 0; at < 700; at += 1) await row(`old ${at}`);
  clock.advance(200 * DAY_MS);
  await row('new');
  await expect(db.deleteFrom('audit_log').execute()).rejects.toThrow('only added');
  expect(await remove({ audit: 100 })).toBe(true);
  expect(await verifyChain(db)).toMatchObject({ rows: 3, breaks: [], since: 701 });
  expect((await acts())[0]?.[1]).toEqual({ removed: { 'audit rows': 700 } });
  const begun = db.selectFrom('audit_log').where('outcome', '=', 'begun').select('body');
  expect(JSON.parse((await begun.executeTakeFirstOrThrow()).body ?? '')).toMatchObject({
    cut: { sequence: 700, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
  });
  await expect(db.deleteFrom('audit_log').execute()).rejects.toThrow('only added');
  await expect(db.deleteFrom('audit_cuts').execute()).rejects.toThrow('only added');
  // A cut that no row of the log names is a break, and so is a row after it that does not follow it.
  const hash = createHash('sha256').update('another').digest('hex');
  await db.insertInto('audit_cuts').values({ sequence: 701, hash, cut_at: 1 }).execute();
  expect((await verifyChain(db)).breaks).toMatchObject([
    { code: 'missing', sequence: 1, last: 701 },
    { code: 'unlinked', sequence: 702 },
  ]);
});

test('rows stay from the first that an open dispatch needs, and a stop in between is made good', async () => {
  await row('old');
  const dispatchId = await storeBatch(db, { commands: [aCommand()] }, now());
  await row('needed', dispatchId);
  await row('later');
  clock.advance(200 * DAY_MS);
  await remove({ audit: 100 });
  expect(await verifyChain(db)).toMatchObject({ breaks: [], since: 2 });
  await db.updateTable('intents').set({ unsettled: 0 }).execute();
  // As if the process had stopped after it kept the cut.
  const { sequence, hash } = await db
    .selectFrom('audit_log')
    .where('request_id', '=', 'later')
    .select(['sequence', 'hash'])
    .executeTakeFirstOrThrow();
  await db.insertInto('audit_cuts').values({ sequence, hash, cut_at: now() }).execute();
  clock.advance(101 * DAY_MS);
  await remove({ audit: 100 });
  expect(await verifyChain(db)).toMatchObject({ breaks: [], rows: 3 });
});

test('an offboarded Entity is erased: places, sessions and what lists show of them; any other is not', async () => {
  const { id } = chargeSession({ startMs: ago(3), energy: 7 });
  await storeFleetSessions(db, VAN, [chargeSession({ id, startMs: ago(3), energy: 7 })], now());
  await storeFleetSessions(db, OTHER, [chargeSession({ startMs: ago(3), energy: 7 })], now());
  const place = {
    latitude: 50,
    longitude: 4,
    label: 'Depot',
    search: 'depot',
    odd: 0,
    known_at: 1,
  };
  await db
    .insertInto('places')
    .values({ entity_id: VAN, id, ...place })
    .execute();
  const erase = () => db.transaction().execute((trx) => eraseEntity(trx, VAN, now()));
  await expect(erase()).rejects.toThrow('Only an Entity that is offboarded');
  await db.updateTable('entities').set({ offboarded_at: 1 }).where('id', '=', VAN).execute();
  await storeFleetReads(db, VAN, now(), ago(500));
  const erasedInReports = async () =>
    (await readEntityBasis(db, CARS)).map(({ isErased }) => isErased);
  expect(await erasedInReports()).toEqual([false, false]);
  expect(await erase()).toEqual({ places: 1, sessions: 1 });
  expect(await erasedInReports()).toEqual([true, false]);
  expect(await erase()).toEqual({ places: 0, sessions: 0 });
  expect((await readEntity(db, VAN, now())).erased).toBeNull();
  const operator = { id: 'o', name: 'Sanne Bakker' };
  const act = { ...NOBODY_ASKED, operator, action: 'erased', target: `entity ${VAN}` } as const;
  await audit.record({ ...act, outcome: 'done' });
  const erased = { at: isoInstant(now()), by: 'Sanne Bakker' };
  expect((await readEntity(db, VAN, now())).erased).toEqual(erased);
  const rows = db.selectFrom('fleet_sessions').select('entity_id');
  expect(await rows.execute()).toEqual([{ entity_id: OTHER }]);
  expect([await count('places'), await count('session_days')]).toEqual([0, 1]);
  const entity = db.selectFrom('entities').where('id', '=', VAN);
  expect(await entity.select(['location', 'placed']).executeTakeFirst()).toEqual({
    location: null,
    placed: 0,
  });
});

test('how often the Service was asked goes after its time', async () => {
  for (const days of [100, 80]) {
    const hour = { hour_at: ago(days), resource: 'sessions', count: 3 };
    await db.insertInto('fleet_requests').values(hour).execute();
  }
  await remove({ readings: 90 });
  expect(await count('fleet_requests')).toBe(1);
});
