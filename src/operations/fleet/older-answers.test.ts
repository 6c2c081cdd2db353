import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ChargeSession } from '../../contract/charge-session.ts';
import type { Command } from '../../contract/command.ts';
import type { OffboardingRequest } from '../../contract/offboarding-request.ts';
import { isoInstant } from '../../domain/instant.ts';
import type { Store } from '../../store/schema/schema.ts';
import { memoryStore } from '../../store/testing/memory-store.ts';
import { postgresStore } from '../../store/testing/postgres-store.ts';
import { createFleetLearning } from './fleet-learning.ts';
import { storeSessions } from './reads/store-told.ts';
import { ToldRows } from './reads/told-rows.ts';
import { chargeSession } from './testing/fleet-rows.ts';
import { storeOffboarding, writeOffboarding } from './offboarding/offboarding-store.ts';

const DAY_MS = 86_400_000;

let db: Kysely<Store>;
/** The Entity of a test, and its Command. */
let id: string;
beforeEach(() => {
  id = randomUUID();
});

/** Another process has a separate one and shares only the store. */
const learning = (now: number) =>
  createFleetLearning({ db, clock: { now: () => now }, policy: null, onStored: () => {} });

const features = (isEnabled: boolean) => [{ feature: 'CaptureChargeSessions', isEnabled }];
const command = (status: string): Command => ({
  id,
  entityId: id,
  status,
  triggerTime: isoInstant(1000),
  type: 'Start',
  value: null,
  error: null,
  verification: null,
});

async function documents(): Promise<string[]> {
  const rows = await db
    .selectFrom('fleet_documents')
    .where('entity_id', '=', id)
    .select('content')
    .execute();
  return rows.map(({ content }) => content);
}
async function statuses(): Promise<string[]> {
  const rows = await db
    .selectFrom('known_commands')
    .where('entity_id', '=', id)
    .select('status')
    .execute();
  return rows.map(({ status }) => status);
}

describe.each([
  ['SQLite', memoryStore],
  ['PostgreSQL', postgresStore],
])('%s', (_name, open) => {
  beforeAll(async () => {
    db = await open();
  }, 60_000);
  afterAll(() => db.destroy());

  test('a read requested before a change by another process does not overwrite it', async () => {
    await learning(1000).onFeatures(id, features(true), 900);
    await learning(2000).onFeatures(id, features(false), null);
    await learning(3000).onFeatures(id, features(true), 1999);
    expect(await documents()).toEqual([JSON.stringify(features(false))]);
    await learning(4000).onFeatures(id, features(true), 3000);
    expect(await documents()).toEqual([JSON.stringify(features(true))]);
  });

  test('an answer that cannot be stored does not affect others stored together with it', async () => {
    const together = learning(2000);
    const other = randomUUID();
    const unstorable = {
      batteryCapacity: 60,
      toJSON() {
        throw new Error('cannot be stored');
      },
    };
    const outcomes = await Promise.allSettled([
      together.onCapacity(other, { batteryCapacity: 1 }, 1000),
      together.onFeatures(other, features(true), 1000),
      together.onCapacity(id, unstorable, 1000),
      together.onFeatures(id, features(true), 1000),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(await documents()).toEqual([JSON.stringify(features(true))]);
  });

  test('after a change without an answer, earlier requests are not stored, and the resource is read', async () => {
    await learning(2000).onDoubt(id, 'features');
    await learning(3000).onFeatures(id, features(true), 1999);
    expect(await documents()).toEqual([]);
    const record = await db
      .selectFrom('fleet_reads')
      .where('entity_id', '=', id)
      .select('due_at')
      .executeTakeFirstOrThrow();
    expect(record.due_at).toBe(2000);
  });

  test('sessions requested before the known ones make no newer version', async () => {
    const sessionId = randomUUID();
    const told = (energy: number) => [chargeSession({ id: sessionId, startMs: 0, energy })];
    const versions = async () => {
      const rows = await db
        .selectFrom('fleet_sessions')
        .where('entity_id', '=', id)
        .orderBy('version')
        .select(['energy', 'current', 'gone_at'])
        .execute();
      return rows.map((row) => [Number(row.energy) / 1e6, row.current, row.gone_at !== null]);
    };
    await learning(2000).onSessions(id, told(11), 1500);
    await learning(3000).onSessions(id, told(10), 1000);
    expect(await versions()).toEqual([[11, 1, false]]);
    // A whole list requested before it does not end it, one requested later does.
    const list = (askedAt: number, now: number, energies: readonly number[]) => {
      const rows = new ToldRows<ChargeSession>();
      for (const session of energies.flatMap(told)) rows.add(session, session);
      const span = { from: -DAY_MS, to: 2 * DAY_MS };
      return db
        .transaction()
        .execute((trx) => storeSessions(trx, id, rows.all(), span, { askedAt, now }));
    };
    expect(await list(1200, 3100, [])).toBe(false);
    expect(await versions()).toEqual([[11, 1, false]]);
    expect(await list(4000, 5000, [])).toBe(true);
    expect(await list(3500, 5100, [11])).toBe(false);
    expect(await versions()).toEqual([[11, 0, true]]);
    await learning(7000).onSessions(id, told(12), 6000);
    expect(await versions()).toEqual([
      [11, 0, true],
      [12, 1, false],
    ]);
  });

  test('Locations requested before the known ones are not stored', async () => {
    const told = (label: string) => [{ id, label, latitude: 52, longitude: 5 }];
    const labels = async () => {
      const rows = await db
        .selectFrom('places')
        .where('entity_id', '=', id)
        .select('label')
        .execute();
      return rows.map(({ label }) => label);
    };
    await learning(2000).onLocations(id, told('Port'), true, 1500);
    await learning(3000).onLocations(id, told('Depot'), true, 1000);
    await learning(3000).onLocations(id, told('Yard'), false, 1000);
    expect(await labels()).toEqual(['Port']);
    await learning(4000).onLocations(id, told('Depot'), true, 1600);
    expect(await labels()).toEqual(['Depot']);
  });

  test('a list requested earlier does not reopen a Command that ended', async () => {
    await learning(2000).onCommands(id, [command('Failed')], 1900);
    await learning(3000).onCommands(id, [command('Pending')], 1950);
    expect(await statuses()).toEqual(['Failed']);
    await learning(4000).onCommands(id, [command('Sent')], 3500);
    expect(await statuses()).toEqual(['Sent']);
  });

  test('an Offboarding Request that a list cannot name yet stays, and keeps its status', async () => {
    const request = (requestId: string, status: string): OffboardingRequest => ({
      id: requestId,
      principalId: null,
      status,
      data: null,
    });
    const [made, canceled, gone] = [randomUUID(), randomUUID(), randomUUID()];
    await storeOffboarding(db, [request(canceled, 'Pending'), request(gone, 'Pending')], 1000);
    await storeOffboarding(db, [request(made, 'Pending'), request(canceled, 'Canceled')], 2000);
    const listed = [request(canceled, 'Pending')];
    await writeOffboarding(db, listed, true, { askedAt: 1500, now: 3000 });
    const rows = await db.selectFrom('offboarding_requests').select(['id', 'status']).execute();
    const found = new Map(rows.map((row) => [row.id, row.status]));
    expect([found.get(made), found.get(canceled), found.get(gone)]).toEqual([
      'Pending',
      'Canceled',
      undefined,
    ]);
  });
});
