import type { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { NO_OUTCOME, type AuditFilter } from '../../contract/console/audit.ts';
import { auditText } from '../../domain/audit-sentence.ts';
import { manualClock } from '../../lib/testing/manual-clock.ts';
import type { Store } from '../../store/schema/schema.ts';
import { memoryStore } from '../../store/testing/memory-store.ts';
import { importDirectory } from '../directory/import.ts';
import { auditCsv } from './audit-file.ts';
import { createAudit } from './audit.ts';
import { NOBODY_ASKED, type AuditEntry } from './chain.ts';
import { readActs } from './read-acts.ts';

const VAN = 'aaaaaaaa-0000-4000-8000-000000000001';
const DEPOT = 'aaaaaaaa-0000-4000-8000-000000000002';
const ADA = { id: 'o', name: 'Ada' };

async function setUp() {
  const db = await memoryStore();
  const clock = manualClock();
  const audit = createAudit({ db, clock, onError: () => {} });
  const record = (...entries: Partial<AuditEntry>[]) =>
    audit.record(
      ...entries.map((entry): AuditEntry => ({
        ...NOBODY_ASKED,
        action: 'cancel',
        outcome: 'done',
        operator: ADA,
        ...entry,
      })),
    );
  const read = async (filter: Parameters<typeof readActs>[1] = {}) =>
    (await readActs(db, filter, clock.now())).acts;
  return { db, clock, record, read };
}

test('the rows of one act are one line, at the place of its first row', async () => {
  const { record, read } = await setUp();
  await record({ outcome: 'begun', requestId: 'a', body: { value: 1 } });
  await record({ action: 'sign-in', requestId: 'b' });
  await record({ outcome: 'refused', requestId: 'a', upstreamStatus: 409, body: { code: 'late' } });
  const acts = await read();
  expect(acts.map(({ action, outcome, rows }) => [action, outcome, rows.length])).toEqual([
    ['sign-in', 'done', 1],
    ['cancel', 'refused', 2],
  ]);
  expect(acts[1]).toMatchObject({
    sequence: 1,
    body: '{"value":1}',
    answer: '{"code":"late"}',
    upstreamStatus: 409,
  });
});

test('what a dispatch overrides belongs to it, and finds it', async () => {
  const { record, read } = await setUp();
  const sent = { action: 'dispatch', requestId: 'a', dispatchId: 'd' } as const;
  await record(
    { ...sent, outcome: 'begun' },
    { ...sent, outcome: 'begun', action: 'guard-overridden' },
  );
  await record({ ...sent, outcome: 'unknown' });
  await record({ ...sent, outcome: 'accepted' });
  const found = [{ action: 'dispatch', outcome: 'accepted', overrides: ['guard-overridden'] }];
  expect(await read()).toMatchObject(found);
  expect(await read({ action: 'guard-overridden' })).toMatchObject(found);
  expect(await read({ action: 'cooldown-overridden' })).toEqual([]);
  expect((await read())[0]?.rows).toHaveLength(3);
});

test('an outcome that another process recorded later belongs to its dispatch', async () => {
  const { record, read } = await setUp();
  await record({ action: 'dispatch', outcome: 'begun', requestId: 'a', dispatchId: 'd' });
  await record({ action: 'dispatch', outcome: 'unknown', dispatchId: 'd' });
  expect(await read()).toMatchObject([
    { action: 'dispatch', outcome: 'unknown', operatorName: 'Ada' },
  ]);
});

test('an act without an outcome is shown as such; one under way is not', async () => {
  const { db, clock, record, read } = await setUp();
  await record({ outcome: 'begun', requestId: 'left' });
  await record({ action: 'resolve', outcome: 'begun', requestId: 'checked', dispatchId: 'd' });
  await record({ action: 'resolve', outcome: 'done', requestId: 'another', dispatchId: 'd' });
  const left = async () => (await read({ outcome: NO_OUTCOME })).map(({ requestId }) => requestId);
  expect(await left()).toEqual([]);
  clock.advance(11 * 60_000);
  await record({ outcome: 'begun', requestId: 'under way' });
  expect(await left()).toEqual(['checked', 'left']);
  expect(await read({ outcome: 'begun' })).toMatchObject([{ requestId: 'under way' }]);
  // Its process has ended: the only one that lives began later.
  const at = clock.now() + 1;
  const row = { id: 'second', started_at: at, lease_until: at + 60_000, leads: 1 };
  await db.insertInto('processes').values(row).execute();
  expect(await left()).toEqual(['under way', 'checked', 'left']);
});

test('reads pages, with filters', async () => {
  const { db, clock, record, read } = await setUp();
  for (let at = 0; at < 5; at += 1) {
    await record({ operator: { id: 'o', name: at < 2 ? 'Ada' : 'Bo' }, requestId: `${at}` });
    clock.advance(1000);
  }
  const page = await readActs(db, { limit: 2 }, clock.now());
  expect(page.acts.map(({ sequence }) => sequence)).toEqual([5, 4]);
  const next = await readActs(db, { limit: 3, before: page.before ?? 0 }, clock.now());
  expect([next.acts.map(({ sequence }) => sequence), next.before]).toEqual([[3, 2, 1], null]);
  expect(await read({ operatorName: 'Ada' })).toHaveLength(2);
  expect(await read({ action: 'sign-in' })).toEqual([]);
  expect(await read({ outcome: 'refused' })).toEqual([]);
  const span = { from: '2026-01-01T00:00:01Z', to: '2026-01-01T00:00:03Z' };
  expect((await read(span)).map(({ sequence }) => sequence)).toEqual([3, 2]);
});

const ofThings = (db: Kysely<Store>) =>
  importDirectory(
    db,
    {
      entities: [{ id: VAN, name: 'Van 02 eSprinter', type: 'EV', brand: null }],
      collectives: [{ id: DEPOT, name: 'Depot Noord', type: 'Fleet', owner: null }],
    },
    'import',
    0,
  );

test('acts on a thing are found by a part of its name or its id, and told by its name', async () => {
  const { db, clock, record } = await setUp();
  await ofThings(db);
  await record(
    {
      action: 'change',
      target: `entity ${VAN}`,
      body: { was: { batteryCapacity: 81 }, batteryCapacity: 82 },
    },
    { action: 'delete', target: `collective ${DEPOT}, member ${VAN}` },
    { action: 'sign-in' },
  );
  const told = async (filter: AuditFilter) => {
    const { acts, names } = await readActs(db, filter, clock.now());
    return acts.map((act) => auditText(act, names));
  };
  const set = 'Set battery capacity of Van 02 eSprinter to 82 kWh (was 81)';
  const removed = 'Remove Van 02 eSprinter from Depot Noord';
  expect(await told({})).toEqual(['Sign in', removed, set]);
  expect(await told({ target: 'van 02' })).toEqual([set]);
  expect(await told({ target: VAN })).toEqual([removed, set]);
  expect(await told({ target: 'noord' })).toEqual([removed]);
  expect(await told({ target: '%' })).toEqual([]);
});

test('a file has all acts that match, in words', async () => {
  const { db, clock, record } = await setUp();
  await ofThings(db);
  for (let at = 0; at < 250; at += 1) await record({ target: `entity ${VAN}, command ${DEPOT}` });
  const parts: string[] = [];
  for await (const part of auditCsv(db, { action: 'cancel' }, 'Europe/Brussels', clock.now())) {
    parts.push(part);
  }
  const lines = parts.join('').trim().split('\r\n');
  expect(lines).toHaveLength(251);
  expect(lines[1]).toContain('2026-01-01T01:00:00+01:00,Ada,Cancel a Command of Van 02 eSprinter');
});
