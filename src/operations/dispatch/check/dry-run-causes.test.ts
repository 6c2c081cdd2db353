import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { CAPTURE_CHARGE_SESSIONS, type Feature } from '../../../contract/feature.ts';
import type { DispatchPlan, DryRunGroupKind } from '../../../contract/console/dry-run.ts';
import { unreachableMessage } from '../../../domain/directory-labels.ts';
import { noteLabel } from '../../../domain/dry-run-labels.ts';
import { FLEET_POLICY } from '../../../domain/fleet-policy.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { manualClock, type ManualClock } from '../../../lib/testing/manual-clock.ts';
import { FLEET } from '../../../server/testing/console-harness.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { memoryStore } from '../../../store/testing/memory-store.ts';
import { importDirectory } from '../../directory/import.ts';
import { takeChanges } from '../../fleet/facts/take-changes.ts';
import { storeFleetCommand } from '../../fleet/testing/fleet-command-rows.ts';
import {
  chargeSession,
  storeFleetReads,
  storeFleetSessions,
} from '../../fleet/testing/fleet-rows.ts';
import { aCommand, storeBatch } from '../testing/stored-batch.ts';
import { dryRun, dryRunList, type DryRunParts } from './dry-run.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const VAN = '00000000-0000-4000-8000-000000000001';
const CAR = '00000000-0000-4000-8000-000000000002';
const START: DispatchPlan = {
  collectiveId: FLEET,
  kind: 'now',
  items: [{ type: 'StartCharging', value: null, triggerTime: null }],
};

let clock: ManualClock;
let db: Kysely<Store>;
let parts: DryRunParts;

beforeEach(async () => {
  clock = manualClock();
  clock.advance(90 * DAY);
  db = await memoryStore();
  const directory = {
    collectives: [{ id: FLEET, name: 'Depot', type: 'Fleet', owner: null, entities: [VAN, CAR] }],
    entities: [
      { id: VAN, name: 'Van', type: 'EV', brand: null },
      { id: CAR, name: 'Car', type: 'EV', brand: null },
    ],
  };
  await importDirectory(db, directory, 'import', clock.now());
  const pendingOffboardings = () => Promise.resolve({ entities: new Set<string>(), readAt: 0 });
  parts = { db, clock, guardWindowMs: 600_000, policy: FLEET_POLICY, pendingOffboardings };
});

const FAILED = (title: string | null) => ({
  status: 'Failed',
  error: { title, description: null },
});

/** A Command that triggered some hours ago. */
function command(entityId: string, hoursAgo: number, change: object = {}) {
  const triggerTime = isoInstant(clock.now() - hoursAgo * HOUR);
  const of = { entityId, type: 'StartCharging', triggerTime };
  return aCommand(randomUUID(), { ...of, ...FAILED('Device busy'), ...change });
}

/** One that the Service lists and this console did not send. */
const listed = (entityId: string, hoursAgo: number, change?: object) =>
  storeFleetCommand(db, command(entityId, hoursAgo, change), clock.now() - hoursAgo * HOUR);

/** One that this console sent. */
const ours = (entityId: string, hoursAgo: number, change?: object) => {
  const commands = [command(entityId, hoursAgo, change)];
  return storeBatch(db, { commands, members: [entityId] }, clock.now() - hoursAgo * HOUR);
};

const SUCCEEDED = {
  status: 'Succeeded',
  error: null,
  verification: { status: 'Succeeded', completedAt: null, error: null },
};

/** Reads everything of an Entity some hours ago, with a session that ended two hours before. */
async function read(entityId: string, hoursAgo = 0, silentDays = 0): Promise<void> {
  const at = clock.now() - hoursAgo * HOUR;
  await storeFleetReads(db, entityId, at, at - 35 * DAY);
  const session = chargeSession({ startMs: at - silentDays * DAY - 3 * HOUR, energy: 5 });
  await storeFleetSessions(db, entityId, [session], at);
}

async function storeFeatures(entityId: string, features: readonly Feature[]): Promise<void> {
  const content = JSON.stringify(features);
  const row = { entity_id: entityId, resource: 'features', content, known_at: clock.now() };
  await db.insertInto('fleet_documents').values(row).execute();
}

async function renewFacts(): Promise<void> {
  for (const entityId of [VAN, CAR]) {
    await db
      .insertInto('fleet_changes')
      .values({ entity_id: entityId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  await takeChanges(db, 100, clock.now());
}

async function found(plan = START) {
  await renewFacts();
  const { groups, outlook } = await dryRun(parts, plan);
  return {
    outlook,
    counts: Object.fromEntries(
      groups.flatMap(({ kind, count }) => (count === 0 ? [] : [[kind, count]])),
    ),
    group: (kind: DryRunGroupKind) => groups.find((group) => group.kind === kind),
  };
}

async function notes(kind: DryRunGroupKind, plan = START) {
  await renewFacts();
  const { entities } = await dryRunList(parts, { ...plan, group: kind, offset: 0, limit: 200 });
  return entities.map(({ name, note }) => `${name}: ${noteLabel(kind, note, 'UTC', clock.now())}`);
}

describe('likely to fail', () => {
  beforeEach(async () => {
    for (const id of [VAN, CAR]) await read(id);
  });

  test('depends on the newest outcomes of the type, from this console and from other systems', async () => {
    await listed(VAN, 2);
    await ours(VAN, 3);
    await ours(VAN, 4, SUCCEEDED);
    await listed(VAN, 5);
    await listed(CAR, 1, { type: 'Reset' });
    expect(await notes('likely')).toEqual([
      'Van: Start charging failed 3 of the last 4, last Tue 22:00: Device busy, sent by another system',
    ]);
    const { counts, outlook, group } = await found();
    expect(counts).toEqual({ likely: 1 });
    expect(outlook).toEqual({ acts: 1, unclear: 1, fails: 0, unknown: 0 });
    // The age is that of the outcome, not of the read.
    const newestAt = isoInstant(clock.now() - 2 * HOUR);
    expect(group('likely')).toMatchObject({ newestAt, oldestAt: newestAt, stale: null });
    expect((await dryRun(parts, START)).guard.findings).toEqual([]);
  });

  test('not once a later one succeeded, however many failed before', async () => {
    for (const ago of [3, 4, 5]) await listed(VAN, ago);
    await ours(VAN, 2, SUCCEEDED);
    expect((await found()).counts).toEqual({});
  });

  test('expects a failure after three in a row, whichever system sent them', async () => {
    await listed(VAN, 2, FAILED(null));
    await ours(VAN, 3);
    await listed(VAN, 4);
    await ours(CAR, 3, FAILED(null));
    const { counts, outlook } = await found();
    expect(counts).toEqual({ failing: 1, likely: 1 });
    expect(outlook).toEqual({ acts: 0, unclear: 1, fails: 1, unknown: 0 });
    expect(await notes('failing')).toEqual([
      'Van: Start charging failed 3 of the last 3, last Tue 22:00, sent by another system',
    ]);
    expect(await notes('likely')).toEqual([
      'Car: Start charging failed the one time known, Tue 21:00',
    ]);
  });

  test('counts a Command known from both once, as read last', async () => {
    const own = command(VAN, 2, { status: 'Sent', error: null });
    await storeBatch(db, { commands: [own], members: [VAN] }, clock.now() - 2 * HOUR);
    await storeFleetCommand(db, { ...own, ...FAILED('Device busy') }, clock.now() - HOUR);
    expect(await notes('likely')).toEqual([
      'Van: Start charging failed the one time known, Tue 22:00: Device busy',
    ]);
  });
});

test('shows the age of a store that was not read for long', async () => {
  await read(VAN, 48);
  await read(CAR);
  for (const id of [VAN, CAR]) await listed(id, 50);
  const { group } = await found();
  const readAt = isoInstant(clock.now() - 48 * HOUR);
  expect(group('likely')).toMatchObject({ count: 2, stale: { count: 1, oldestAt: readAt } });
  const list = await dryRunList(parts, { ...START, group: 'likely', offset: 0, limit: 200 });
  expect(list.entities.map(({ name, staleAt }) => [name, staleAt])).toEqual([
    ['Car', null],
    ['Van', readAt],
  ]);
});

describe('each other cause has a line', () => {
  test('the device’s last message was that it is not plugged in, or offline', async () => {
    for (const id of [VAN, CAR]) await read(id, 0, 1);
    await listed(VAN, 2, { type: 'StopCharging', ...FAILED('Not plugged in') });
    await listed(CAR, 2, { type: 'Reset', ...FAILED('Device offline') });
    expect(await notes('unplugged')).toEqual([
      'Van: Said “Not plugged in” to Stop charging, Tue 22:00',
    ]);
    expect(await notes('offline')).toEqual(['Car: Said “Device offline” to Reset, Tue 22:00']);
    expect((await found()).outlook).toEqual({ acts: 0, unclear: 2, fails: 0, unknown: 0 });
    const reset = { ...START, items: [{ type: 'Reset', value: null, triggerTime: null }] };
    expect((await found(reset)).counts).toEqual({ likely: 1, offline: 1, 'wrong-type': 2 });
  });

  test('it fell silent, or the Service refuses it', async () => {
    await read(VAN, 0, 15);
    await read(CAR);
    await db
      .updateTable('entities')
      .set({ unreachable_status: 404, unreachable_at: clock.now() })
      .where('id', '=', CAR)
      .execute();
    expect((await found()).counts).toEqual({ silent: 1, refused: 1 });
    expect(await notes('silent')).toEqual(['Van: Last session ended 16 Mar 2026, 22:00']);
    expect(await notes('refused')).toEqual([`Car: ${unreachableMessage(404)}`]);
  });

  test('a feature is off; switched-off capture hides the effect but prevents nothing', async () => {
    for (const id of [VAN, CAR]) await read(id);
    await storeFeatures(VAN, [{ feature: 'Remote', isEnabled: false }]);
    await storeFeatures(CAR, [{ feature: CAPTURE_CHARGE_SESSIONS, isEnabled: false }]);
    const { counts, outlook } = await found();
    expect(counts).toEqual({ 'features-off': 1, 'capture-off': 1 });
    expect(outlook).toEqual({ acts: 1, unclear: 1, fails: 0, unknown: 0 });
    expect(await notes('features-off')).toEqual(['Van: Off: Remote']);
  });
});

test('Entities without known data are counted separately, never as able to act', async () => {
  await read(VAN);
  const { counts, outlook } = await found();
  expect(counts).toEqual({ 'nothing-known': 1 });
  expect(outlook).toEqual({ acts: 1, unclear: 0, fails: 0, unknown: 1 });
  expect(await notes('nothing-known')).toEqual(['Car: No outcome of this Command is known']);
  await ours(CAR, 2, SUCCEEDED);
  expect((await found()).outlook).toEqual({ acts: 2, unclear: 0, fails: 0, unknown: 0 });
});
