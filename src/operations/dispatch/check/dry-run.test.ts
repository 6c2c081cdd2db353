import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { DispatchPlan, DryRunCount } from '../../../contract/console/dry-run.ts';
import { OffboardingRequest } from '../../../contract/offboarding-request.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { importDirectory } from '../../directory/import.ts';
import { storeOffboarding } from '../../fleet/offboarding/offboarding-store.ts';
import { storeFleetCommand } from '../../fleet/testing/fleet-command-rows.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { FLEET } from '../../../server/testing/console-harness.ts';
import { manualClock, type ManualClock } from '../../../lib/testing/manual-clock.ts';
import { memoryStore } from '../../../store/testing/memory-store.ts';
import { aCommand, storeBatch } from '../testing/stored-batch.ts';
import { dryRun, dryRunList, type DryRunParts } from './dry-run.ts';

const MINUTE = 60_000;
const VAN = '00000000-0000-4000-8000-000000000001';
const CAR = '00000000-0000-4000-8000-000000000002';
const PLANT = '00000000-0000-4000-8000-000000000003';
const RIDDLE = '00000000-0000-4000-8000-000000000004';
const ENTITIES = [
  { id: VAN, name: 'Van', type: 'EV', brand: null },
  { id: CAR, name: 'Car', type: 'EV', brand: null },
  { id: PLANT, name: 'Plant', type: 'SolarPlant', brand: null },
  { id: RIDDLE, name: 'Riddle', type: null, brand: null },
];
const item = { type: 'StopCharging', value: null, triggerTime: null };
const STOP: DispatchPlan = { collectiveId: FLEET, kind: 'now', items: [item] };

describe('a dry run', () => {
  let clock: ManualClock;
  let db: Kysely<Store>;
  let parts: DryRunParts;

  beforeEach(async () => {
    clock = manualClock();
    db = await memoryStore();
    const entities = ENTITIES.map(({ id }) => id);
    const collectives = [{ id: FLEET, name: 'Depot', type: 'Fleet', owner: null, entities }];
    await importDirectory(db, { collectives, entities: ENTITIES }, 'import', clock.now());
    clock.advance(24 * 60 * MINUTE);
    parts = { db, clock, guardWindowMs: 10 * MINUTE };
  });

  /** Stores that the Service is asked to offboard an Entity. */
  const leaves = (id: string) => {
    const data = { id, components: [] };
    const request = OffboardingRequest.parse({ id: randomUUID(), status: 'Pending', data });
    return storeOffboarding(db, [request], clock.now());
  };

  const later = (minutes: number): DispatchPlan => {
    const triggerTime = isoInstant(clock.now() + minutes * MINUTE);
    return { ...STOP, kind: 'schedule', items: [{ ...item, triggerTime }] };
  };

  const VERIFIED = { status: 'Succeeded', completedAt: null, error: null };
  const command = (entityId: string, status: string, minutesAgo: number, type = 'StopCharging') => {
    const triggerTime = isoInstant(clock.now() - minutesAgo * MINUTE);
    const verification = status === 'Succeeded' ? VERIFIED : null;
    return aCommand(randomUUID(), { entityId, status, type, triggerTime, verification });
  };

  /** Stores a Command that this console sent, as it was seen some minutes ago; later ones are planned. */
  async function ours(entityId: string, status: string, minutesAgo: number, type?: string) {
    const sent = command(entityId, status, minutesAgo, type);
    const items = [{ type: sent.type, value: null, triggerTime: sent.triggerTime }];
    const kind = minutesAgo < 0 ? 'schedule' : 'now';
    const at = clock.now() - Math.max(minutesAgo, 0) * MINUTE;
    return storeBatch(db, { kind, items, commands: [sent], members: [entityId] }, at);
  }

  /** The names of the Entities of each count that is not zero. */
  async function counted(plan = STOP): Promise<Partial<Record<DryRunCount, string[]>>> {
    const { counts, memberCount } = await dryRun(parts, plan);
    expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(memberCount);
    const found: Partial<Record<DryRunCount, string[]>> = {};
    for (const { kind, count } of counts.filter((each) => each.count > 0)) {
      const list = await dryRunList(parts, { ...plan, count: kind, offset: 0, limit: 200 });
      expect(list.total).toBe(count);
      found[kind] = list.entities.map(({ name }) => name ?? '');
    }
    return found;
  }

  test('counts each Entity once, in the first that applies', async () => {
    const others = { 'wrong-type': ['Plant'], 'unknown-type': ['Riddle'] };
    expect(await counted()).toEqual({ ...others, 'can-act': ['Car', 'Van'] });
    await ours(VAN, 'Sent', 30, 'StartCharging');
    expect(await counted()).toEqual({ ...others, open: ['Van'], 'can-act': ['Car'] });
    await ours(VAN, 'Failed', 20);
    await ours(RIDDLE, 'Failed', 20);
    const known = { 'wrong-type': ['Plant'], failed: ['Riddle', 'Van'] };
    expect(await counted()).toEqual({ ...known, 'can-act': ['Car'] });
    await leaves(VAN);
    const car = db.updateTable('entities').where('id', '=', CAR);
    await car.set({ unreachable_status: 404 }).execute();
    const gone = { 'wrong-type': ['Plant'], away: ['Car', 'Van'], failed: ['Riddle'] };
    expect(await counted()).toEqual(gone);
    // Both Commands of the plan must be refused.
    const reset = { ...item, type: 'Reset' };
    const { 'can-act': able } = await counted({ ...STOP, items: [item, reset] });
    expect(able).toEqual(['Plant']);
  });

  test('the last outcome of this Command counts, whichever system sent it', async () => {
    const read = (given: ReturnType<typeof command>) => storeFleetCommand(db, given, clock.now());
    await ours(VAN, 'Failed', 30);
    await read(command(VAN, 'Succeeded', 20));
    await ours(CAR, 'Succeeded', 30);
    await read(command(CAR, 'Failed', 20));
    await read(command(CAR, 'Succeeded', 10, 'StartCharging'));
    expect(await counted()).toMatchObject({ failed: ['Car'], 'can-act': ['Van'] });
    // One that is known from both is as it was read last.
    const both = command(VAN, 'Sent', 5);
    const at = clock.now() - 5 * MINUTE;
    await storeBatch(db, { commands: [both], members: [VAN] }, at);
    expect(await counted()).toMatchObject({ open: ['Van'] });
    await read({ ...both, status: 'Failed' });
    expect(await counted()).toMatchObject({ failed: ['Car', 'Van'] });
  });

  test('a plan is judged by its own time', async () => {
    const inTwoHours = later(120);
    await db.updateTable('entities').set({ unreachable_status: 403 }).execute();
    await ours(VAN, 'Sent', 1, 'StartCharging');
    await ours(CAR, 'Failed', 3);
    await ours(CAR, 'Failed', 2);
    const others = { 'wrong-type': ['Plant'], 'unknown-type': ['Riddle'] };
    expect(await counted(inTwoHours)).toEqual({ ...others, 'can-act': ['Car', 'Van'] });
    await ours(CAR, 'Failed', 1);
    await ours(VAN, 'Pending', -125, 'Reset');
    await leaves(RIDDLE);
    const then = { 'wrong-type': ['Plant'], away: ['Riddle'], failed: ['Car'], open: ['Van'] };
    expect(await counted(inTwoHours)).toEqual(then);
    expect(await counted(later(180))).toMatchObject({ 'can-act': ['Van'] });
  });

  test('a planned Command is in the way of one for now only within the window', async () => {
    await ours(VAN, 'Pending', -9, 'Reset');
    await ours(CAR, 'Pending', -11, 'Reset');
    expect(await counted()).toMatchObject({ open: ['Van'], 'can-act': ['Car'] });
  });

  test('says when the membership was learned, and whether offboardings are known', async () => {
    expect(await dryRun(parts, STOP)).toMatchObject({
      memberCount: 4,
      membersKnownAt: isoInstant(clock.now() - 24 * 60 * MINUTE),
      areOffboardingsKnown: false,
      guard: { totals: [], findings: [] },
    });
    await leaves(randomUUID());
    expect((await dryRun(parts, STOP)).areOffboardingsKnown).toBe(true);
  });

  test('lists page by page, with the Command and its batch', async () => {
    const batches = [];
    for (const id of [VAN, CAR, RIDDLE]) batches.push(await ours(id, 'Sent', 1));
    const page = { ...STOP, count: 'open' as const, limit: 2 };
    const first = await dryRunList(parts, { ...page, offset: 0 });
    const last = await dryRunList(parts, { ...page, offset: 2 });
    const all = [...first.entities, ...last.entities];
    expect([first.total, last.total]).toEqual([3, 3]);
    expect(all.map(({ name }) => name)).toEqual(['Car', 'Riddle', 'Van']);
    const at = isoInstant(clock.now() - MINUTE);
    expect(all[2]).toEqual({ id: VAN, name: 'Van', type: 'EV', at, dispatchId: batches[0] });
  });

  test.each([
    ['an unknown Collective', { ...STOP, collectiveId: VAN }, 'not in the directory'],
    ['a useless Command', { ...STOP, items: [{ ...item, type: 'LimitFeedIn' }] }, 'feed-in limit'],
    ['a plan without an instant', { ...STOP, kind: 'schedule' as const }, 'when the Command'],
  ])('refuses %s', async (_name, plan, message) => {
    await expect(dryRun(parts, plan)).rejects.toThrow(message);
  });
});
