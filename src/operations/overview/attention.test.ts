import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ReadResource } from '../../contract/console/choices.ts';
import type { Attention } from '../../contract/console/overview.ts';
import { isoInstant } from '../../domain/instant.ts';
import { countEntities } from '../directory/facets.ts';
import { importDirectory } from '../directory/import.ts';
import { listEntities } from '../directory/list.ts';
import { aCommand, storeBatch } from '../dispatch/testing/stored-batch.ts';
import {
  chargeSession,
  storeFleetRead,
  storeFleetReads,
  storeFleetSessions,
} from '../fleet/testing/fleet-rows.ts';
import { renewAll } from '../fleet/testing/renew-all.ts';
import { storeFleetCommand } from '../fleet/testing/fleet-command-rows.ts';
import { CARS, SMALL_DIRECTORY } from '../../server/testing/console-harness.ts';
import type { Store } from '../../store/schema/schema.ts';
import { memoryStore } from '../../store/testing/memory-store.ts';
import { dismiss } from './dismissals.ts';
import { storeOffboarding } from '../fleet/offboarding/offboarding-store.ts';
import { overviewAt } from './testing/read-overview.ts';

const NOW = Date.parse('2026-06-10T12:00:00Z');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const [VAN, OTHER] = CARS;
let db: Kysely<Store>;

beforeEach(async () => {
  db = await memoryStore();
  await importDirectory(db, SMALL_DIRECTORY, 'import', NOW);
});

const overview = (now = NOW) => overviewAt(db, 'UTC', now);
const attention = async (kind: Attention['kind'], now = NOW) =>
  (await overview(now)).attention.filter((each) => each.kind === kind);
const refuse = (id: string) =>
  db
    .updateTable('entities')
    .set({ unreachable_status: 404, unreachable_at: NOW })
    .where('id', '=', id)
    .execute();
const failRead = (id: string, tries: number) =>
  storeFleetRead(db, id, 'capacity', NOW, { message: 'Gone', tries, read_at: null });

describe('reads that fail', () => {
  test('are listed after three tries, even for older sessions', async () => {
    await failRead(VAN, 2);
    expect(await attention('reads-failed')).toEqual([]);
    await storeFleetRead(db, OTHER, 'history', NOW, { message: 'Gone', tries: 3 });
    expect(await attention('reads-failed')).toMatchObject([
      { count: 2, entities: [{ id: OTHER, name: 'Van 2' }] },
    ]);
  });

  test('match the number of unreadable Entities, with the reason', async () => {
    await storeFleetRead(db, VAN, 'capacity', NOW, { message: 'Gone – sold', tries: 3 });
    await failRead(OTHER, 1);
    const { entities } = await overview();
    expect(entities.reads?.unreadable).toBe(2);
    expect(await attention('reads-failed')).toMatchObject([
      {
        count: 2,
        entities: [{ id: VAN }],
        reason: { message: 'Gone', count: 1 },
        reasons: 2,
      },
    ]);
  });

  test('show the most common message, and the number of others', async () => {
    const failed = (id: string, resource: ReadResource, message: string) =>
      storeFleetRead(db, id, resource, NOW, { message, tries: 3 });
    await failed(VAN, 'capacity', 'Gone');
    await failed(VAN, 'features', 'Busy');
    await failed(VAN, 'locations', 'Busy');
    await failed(OTHER, 'capacity', 'Busy');
    expect(await attention('reads-failed')).toMatchObject([
      { count: 2, reason: { message: 'Busy', count: 2 }, reasons: 2 },
    ]);
  });

  test('of a part are separate, as in the list that they lead to', async () => {
    const failed = (id: string, resource: ReadResource, partial: number | null) =>
      storeFleetRead(db, id, resource, NOW, { message: 'One item', tries: 3, partial });
    await failed(VAN, 'sessions', 1);
    await failed(OTHER, 'sessions', 1);
    await failed(OTHER, 'features', null);
    expect((await overview()).entities.reads).toMatchObject({ partial: 1, unreadable: 1 });
    expect(await attention('reads-failed')).toMatchObject([
      { count: 1, entities: [{ id: OTHER }] },
    ]);
    expect(await attention('reads-partial')).toMatchObject([
      { count: 1, entities: [{ id: VAN }], reason: { message: 'One item', count: 1 }, reasons: 1 },
    ]);
    await renewAll(db, NOW);
    const listed = async (reads: 'failing' | 'partial') =>
      (await listEntities(db, { reads }, NOW)).entities.map(({ id, facts }) => [
        id,
        facts?.failing?.count ?? 0,
        facts?.partial?.count ?? 0,
      ]);
    expect([await listed('failing'), await listed('partial')]).toEqual([
      [[OTHER, 1, 1]],
      [[VAN, 0, 1]],
    ]);
    const { reads } = await countEntities(db, {}, NOW);
    expect(reads.values.map(({ value, count }) => [value, count])).toEqual([
      ['failing', 1],
      ['partial', 1],
    ]);
  });

  test('of an unreachable Entity are listed once, as unreachable', async () => {
    await failRead(VAN, 3);
    await refuse(VAN);
    expect((await overview()).attention).toMatchObject([
      { kind: 'unreachable', count: 1, entities: [{ id: VAN }] },
    ]);
  });
});

describe('an Entity is silent', () => {
  const lastSession = (id: string, daysAgo: number) =>
    storeFleetSessions(db, id, [chargeSession({ startMs: NOW - daysAgo * DAY, energy: 1 })], NOW);

  test('if it charged before but not for fourteen days, by a recent read', async () => {
    await lastSession(VAN, 20);
    expect(await attention('silent')).toEqual([]);
    await storeFleetRead(db, VAN, 'sessions', NOW);
    expect(await attention('silent')).toMatchObject([{ count: 1, entities: [{ id: VAN }] }]);
    expect(await attention('silent', NOW + 5 * DAY)).toEqual([]);
  });

  test('by the end of its last session, as elsewhere', async () => {
    await storeFleetRead(db, VAN, 'sessions', NOW);
    // It ended half an hour less than fourteen days ago.
    await lastSession(VAN, 14 + 1 / 48);
    expect(await attention('silent')).toEqual([]);
    expect(await attention('silent', NOW + HOUR / 2)).toHaveLength(1);
  });

  test('not if it charged recently, or stopped very long ago', async () => {
    await lastSession(VAN, 20);
    await lastSession(VAN, 13);
    await lastSession(OTHER, 75);
    for (const id of CARS) await storeFleetRead(db, id, 'sessions', NOW);
    expect(await attention('silent')).toEqual([]);
  });
});

test('plans of Entities that are archived or not reachable will not run', async () => {
  const plan = (entityId: string, hours: number) => {
    const triggerTime = isoInstant(NOW + hours * HOUR);
    const items = [{ type: 'StopCharging', value: null, triggerTime }];
    const commands = [aCommand(randomUUID(), { triggerTime, entityId })];
    return storeBatch(db, { kind: 'schedule', items, commands, members: [entityId] }, NOW);
  };
  await plan(VAN, 3);
  const soonest = await plan(OTHER, 2);
  expect(await attention('plans-blocked')).toEqual([]);
  await refuse(VAN);
  await db.updateTable('entities').set({ archived: 2 }).where('id', '=', OTHER).execute();
  expect(await attention('plans-blocked')).toMatchObject([
    { commands: 2, batches: 2, batch: { id: soonest } },
  ]);
  expect(await attention('plans-blocked', NOW + DAY)).toEqual([]);
});

test('lists pending offboardings of listed Entities', async () => {
  const request = (id: string, status: string) => ({
    id: randomUUID(),
    principalId: null,
    status,
    data: { id, components: null },
  });
  const told = [
    request(OTHER, 'Pending'),
    request(randomUUID(), 'Pending'),
    request(VAN, 'Failed'),
  ];
  await storeOffboarding(db, told, NOW);
  const { attention: all } = await overviewAt(db, 'UTC', NOW);
  expect(all).toMatchObject([{ kind: 'offboardings', count: 1, entities: [{ name: 'Van 2' }] }]);
});

test('an offboarded Entity is not a fault, and its reads are not counted', async () => {
  await refuse(VAN);
  await failRead(VAN, 3);
  expect(await attention('unreachable')).toHaveLength(1);
  await db.updateTable('entities').set({ offboarded_at: NOW }).where('id', '=', VAN).execute();
  const { attention: left, entities } = await overview();
  expect(left).toEqual([]);
  expect(entities).toMatchObject({ total: 2, unreachable: 0, offboarded: 1 });
  expect(entities.reads).toMatchObject({ unread: 1, unreadable: 0 });
});

test('a hidden item comes back after a day, or when its content changes', async () => {
  await refuse(VAN);
  const [item] = await attention('unreachable');
  await dismiss(db, item?.key ?? '', NOW);
  await db
    .updateTable('entities')
    .set({ unreachable_at: NOW + 1 })
    .execute();
  expect(await attention('unreachable', NOW + DAY - 1)).toEqual([]);
  expect((await overview()).entities.unreachable).toBe(1);
  expect(await attention('unreachable', NOW + DAY)).toMatchObject([{ key: item?.key }]);
  await refuse(OTHER);
  expect(await attention('unreachable')).toMatchObject([{ count: 2 }]);
});

describe('Entities are', () => {
  const reads = async (now = NOW) => (await overview(now)).entities.reads;

  test('fresh, stale, unread or unreadable, each in exactly one state', async () => {
    expect(await reads()).toEqual({ fresh: 0, stale: 0, unread: 2, partial: 0, unreadable: 0 });
    await storeFleetReads(db, VAN, NOW, NOW - 35 * DAY);
    await failRead(OTHER, 1);
    expect(await reads()).toEqual({ fresh: 1, stale: 0, unread: 0, partial: 0, unreadable: 1 });
    expect(await reads(NOW + 8 * HOUR)).toMatchObject({ fresh: 0, stale: 1 });
  });

  test('the step of reading the fleet is done once no Entity waits for its first read', async () => {
    const isRead = async () => (await overview()).steps.read;
    await storeFleetReads(db, VAN, NOW, NOW - 35 * DAY);
    expect(await isRead()).toBe(false);
    await storeFleetReads(db, OTHER, NOW, NOW - 35 * DAY);
    expect(await isRead()).toBe(true);
  });

  test('unread while a resource was never read, except older sessions', async () => {
    await storeFleetReads(db, VAN, NOW, NOW - 35 * DAY);
    const forget = (resource: string) =>
      db
        .updateTable('fleet_reads')
        .set({ read_at: null })
        .where('resource', '=', resource)
        .execute();
    await forget('history');
    expect(await reads()).toMatchObject({ fresh: 1 });
    await forget('features');
    expect(await reads()).toMatchObject({ fresh: 0, unread: 2 });
  });
});

test('counts Commands of other systems on the day they were due', async () => {
  const mine = randomUUID();
  await storeBatch(db, { commands: [aCommand(mine, { status: 'Failed' })] }, NOW - 60_000);
  const store = (id: string, at: number, verdict: string) =>
    db
      .insertInto('commands')
      .values({
        entity_id: VAN,
        id,
        type: 'StopCharging',
        trigger_at: at,
        due_at: at,
        status: 'x',
        verdict,
        observed_at: NOW,
        changed_at: NOW,
      })
      .execute();
  await storeFleetCommand(db, aCommand(mine, { status: 'Failed', entityId: CARS[0] }), NOW);
  await store(randomUUID(), NOW - HOUR, 'verified');
  await store(randomUUID(), NOW + HOUR, 'pending');
  await store(randomUUID(), NOW - 7 * DAY, 'verified');
  await store(randomUUID(), NOW - 7 * DAY + HOUR, 'verified');
  const { days, weekAgo } = await overview();
  expect(days.at(-1)?.verdictCounts).toEqual({ failed: 1, verified: 1 });
  expect(days.at(-8)?.verdictCounts).toEqual({ verified: 2 });
  expect(weekAgo).toEqual({ verified: 1 });
});
