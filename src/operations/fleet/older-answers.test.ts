import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OffboardingRequest } from '../../contract/offboarding-request.ts';
import { isoInstant } from '../../domain/instant.ts';
import type { Store } from '../../store/schema/schema.ts';
import { memoryStore } from '../../store/testing/memory-store.ts';
import { postgresStore } from '../../store/testing/postgres-store.ts';
import { aCommand } from '../dispatch/testing/stored-batch.ts';
import { storeSessions } from './reads/store-sessions.ts';
import { toldRows, type Told } from './reads/told-rows.ts';
import { chargeSession } from './testing/fleet-rows.ts';
import { writerAt } from './testing/writer-at.ts';
import { storeOffboarding, writeOffboarding } from './offboarding/offboarding-store.ts';

const DAY_MS = 86_400_000;

let db: Kysely<Store>;
/** The Entity of a test, and its Command. */
let id: string;
beforeEach(() => {
  id = randomUUID();
});

/** Stores an answer as a process of its own would. @param askedAt null: it answered a change */
const put = (now: number, told: Told, askedAt: number | null, isWhole = true, owner = id) =>
  writerAt(db, now).put({ owner, told, isWhole, askedAt });

const features = (isEnabled: boolean) => [{ feature: 'CaptureChargeSessions', isEnabled }];
const ofFeatures = (isEnabled: boolean): Told => {
  return { resource: 'features', content: features(isEnabled) };
};
const ofCommand = (status: string): Told => {
  const command = aCommand(id, { entityId: id, status, triggerTime: isoInstant(1000) });
  return { resource: 'commands', rows: toldRows([command]) };
};

async function documents(): Promise<string[]> {
  const own = db.selectFrom('fleet_documents').where('entity_id', '=', id);
  return (await own.select('content').execute()).map(({ content }) => content);
}
async function statuses(): Promise<string[]> {
  const own = db.selectFrom('known_commands').where('entity_id', '=', id);
  return (await own.select('status').execute()).map(({ status }) => status);
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
    await put(1000, ofFeatures(true), 900);
    await put(2000, ofFeatures(false), null);
    await put(3000, ofFeatures(true), 1999);
    expect(await documents()).toEqual([JSON.stringify(features(false))]);
    await put(4000, ofFeatures(true), 3000);
    expect(await documents()).toEqual([JSON.stringify(features(true))]);
  });

  test('an answer that cannot be stored does not affect others stored together with it', async () => {
    const together = writerAt(db, 2000);
    const other = randomUUID();
    const unstorable = {
      toJSON() {
        throw new Error('cannot be stored');
      },
    };
    const ofCapacity = (content: object): Told => ({ resource: 'capacity', content });
    const answers: [owner: string, told: Told][] = [
      [other, ofCapacity({})],
      [other, ofFeatures(true)],
      [id, ofCapacity(unstorable)],
      [id, ofFeatures(true)],
    ];
    const outcomes = await Promise.allSettled(
      answers.map(([owner, told]) => together.put({ owner, told, isWhole: true, askedAt: 1000 })),
    );
    const failed = outcomes.map(({ status }) => status === 'rejected');
    expect(failed).toEqual([false, false, true, false]);
    expect(await documents()).toEqual([JSON.stringify(features(true))]);
  });

  test('after a change without an answer, earlier requests are not stored, and the resource is read', async () => {
    await writerAt(db, 2000).doubt(id, 'features');
    await put(3000, ofFeatures(true), 1999);
    expect(await documents()).toEqual([]);
    const reads = db.selectFrom('fleet_reads').where('entity_id', '=', id).select('due_at');
    expect(await reads.execute()).toEqual([{ due_at: 2000 }]);
  });

  test('sessions requested before the known ones make no newer version', async () => {
    const sessionId = randomUUID();
    const told = (energy: number) => [chargeSession({ id: sessionId, startMs: 0, energy })];
    const ofSessions = (energy: number): Told => {
      return { resource: 'sessions', rows: toldRows(told(energy)), span: null, isWide: false };
    };
    const versions = async () => {
      const own = db.selectFrom('fleet_sessions').where('entity_id', '=', id).orderBy('version');
      const rows = await own.select(['energy', 'current', 'gone_at']).execute();
      return rows.map((row) => [Number(row.energy) / 1e6, row.current, row.gone_at !== null]);
    };
    await put(2000, ofSessions(11), 1500, false);
    await put(3000, ofSessions(10), 1000, false);
    expect(await versions()).toEqual([[11, 1, false]]);
    // A whole list requested before it does not end it, one requested later does.
    const list = (askedAt: number, now: number, energies: readonly number[]) => {
      const rows = toldRows(energies.flatMap(told));
      const span = { from: -DAY_MS, to: 2 * DAY_MS };
      const times = { askedAt, now };
      return db.transaction().execute((trx) => storeSessions(trx, id, rows, span, times));
    };
    expect(await list(1200, 3100, [])).toBe(false);
    expect(await versions()).toEqual([[11, 1, false]]);
    expect(await list(4000, 5000, [])).toBe(true);
    expect(await list(3500, 5100, [11])).toBe(false);
    expect(await versions()).toEqual([[11, 0, true]]);
    await put(7000, ofSessions(12), 6000, false);
    expect(await versions()).toEqual([
      [11, 0, true],
      [12, 1, false],
    ]);
  });

  test('Locations requested before the known ones are not stored', async () => {
    const told = (label: string): Told => ({
      resource: 'locations',
      locations: [{ id, label, latitude: 52, longitude: 5 }],
    });
    const places = db.selectFrom('places').where('entity_id', '=', id).select('label');
    const labels = async () => (await places.execute()).map(({ label }) => label);
    await put(2000, told('Port'), 1500, true);
    await put(3000, told('Depot'), 1000, true);
    await put(3000, told('Yard'), 1000, false);
    expect(await labels()).toEqual(['Port']);
    await put(4000, told('Depot'), 1600, true);
    expect(await labels()).toEqual(['Depot']);
  });

  test('a list requested earlier does not reopen a Command that ended', async () => {
    await put(2000, ofCommand('Failed'), 1900, false);
    await put(3000, ofCommand('Pending'), 1950, false);
    expect(await statuses()).toEqual(['Failed']);
    await put(4000, ofCommand('Sent'), 3500, false);
    expect(await statuses()).toEqual(['Sent']);
  });

  test('an Offboarding Request that a list cannot name yet stays, and keeps its status', async () => {
    const request = (requestId: string, status: string): OffboardingRequest => {
      return { id: requestId, principalId: null, status, data: null };
    };
    const [made, canceled, gone] = [randomUUID(), randomUUID(), randomUUID()];
    await storeOffboarding(db, [request(canceled, 'Pending'), request(gone, 'Pending')], 1000);
    await storeOffboarding(db, [request(made, 'Pending'), request(canceled, 'Canceled')], 2000);
    const listed = [request(canceled, 'Pending')];
    await writeOffboarding(db, listed, true, { askedAt: 1500, now: 3000 });
    const rows = await db.selectFrom('offboarding_requests').select(['id', 'status']).execute();
    const found = new Map(rows.map((row) => [row.id, row.status]));
    const states = [made, canceled, gone].map((each) => found.get(each));
    expect(states).toEqual(['Pending', 'Canceled', undefined]);
  });
});
