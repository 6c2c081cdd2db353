import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Command } from '../../contract/command.ts';
import type { OffboardingRequest } from '../../contract/offboarding-request.ts';
import { isoInstant } from '../../domain/instant.ts';
import type { Store } from '../../store/schema/schema.ts';
import { memoryStore } from '../../store/testing/memory-store.ts';
import { postgresStore } from '../reports/testing/postgres-store.ts';
import { createFleetLearning } from './fleet-learning.ts';
import { storeOffboarding, writeOffboarding } from './offboarding/offboarding-store.ts';

let db: Kysely<Store>;
/** The Entity of a test, and its Command. */
let id: string;
beforeEach(() => {
  id = randomUUID();
});

/** Another process of the same store has its own, with nothing in common but the store. */
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
    .selectFrom('fleet_commands')
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

  test('a read that was asked for before a change of another process is not stored over it', async () => {
    await learning(1000).onFeatures(id, features(true), 900);
    await learning(2000).onFeatures(id, features(false), null);
    await learning(3000).onFeatures(id, features(true), 1999);
    expect(await documents()).toEqual([JSON.stringify(features(false))]);
    await learning(4000).onFeatures(id, features(true), 3000);
    expect(await documents()).toEqual([JSON.stringify(features(true))]);
  });

  test('of a change that was not answered, what was asked for before is not stored, and it is read', async () => {
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

  test('a Command that ended is not open again by a list that was asked for before', async () => {
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
