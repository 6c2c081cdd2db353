import { describe, expect, test } from 'vitest';
import { HISTORY_FROM_MS } from '../../../domain/fleet-policy.ts';
import { chargeSession } from '../testing/fleet-rows.ts';
import { OF_ENTITIES_ALONE, readsOfEachTest } from '../testing/reads-harness.ts';
import { writerAt } from '../testing/writer-at.ts';

const DAY_MS = 86_400_000;

const world = readsOfEachTest(OF_ENTITIES_ALONE);

describe('the first fill', () => {
  test('reads everything of every Entity, one resource after another, back to the beginning', async () => {
    const ids = await world.fleet(20);
    await world.begin(5000);
    const { resources, due, entities } = await world.status();
    expect([entities, due]).toEqual([20, 0]);
    for (const each of await world.ofEntities()) {
      expect(each).toMatchObject({ fresh: 20, stale: 0, never: 0, failed: 0 });
    }
    // Two steps of history: 13 months, then everything.
    expect(world.service.asked).toHaveLength(20 * 7);
    expect(world.service.asked.slice(0, 20).every(({ what }) => what === 'locations')).toBe(true);
    expect(await world.sessionsOf(ids[0] ?? '')).toHaveLength(2);
    const reads = world.db.selectFrom('fleet_reads').where('resource', '=', 'sessions');
    const known = await reads.select('known_from').execute();
    expect(known.every((row) => row.known_from === HISTORY_FROM_MS)).toBe(true);
    expect(resources.find(({ resource }) => resource === 'history')?.requests).toBe(40);
  });

  test('continues after a stop: nothing is lost, and only reads in flight are repeated', async () => {
    await world.fleet(30);
    await world.begin(700);
    await world.reads.stop();
    const before = world.service.asked.length;
    expect(before).toBeGreaterThan(20);
    world.make();
    await world.begin(5000);
    expect((await world.ofEntities()).every(({ fresh }) => fresh === 30)).toBe(true);
    expect(world.service.asked.length).toBeLessThanOrEqual(30 * 7 + 16);
  });

  test('does not read archived Entities, and reads Entities added to the directory later', async () => {
    const [first = ''] = await world.fleet(2);
    await world.db.updateTable('entities').where('id', '=', first).set({ archived: 2 }).execute();
    await world.begin(3000);
    expect(new Set(world.service.asked.map(({ entityId }) => entityId)).has(first)).toBe(false);
    await world.db.updateTable('entities').where('id', '=', first).set({ archived: 0 }).execute();
    world.reads.directoryChanged();
    await world.pass(3000);
    expect((await world.ofEntities()).every(({ fresh }) => fresh === 2)).toBe(true);
  });
});

test('reading pauses while the store falls behind, then continues', async () => {
  const ids = await world.fleet(64);
  const sessions = Array.from({ length: 400 }, (_, hours) =>
    chargeSession({ startMs: world.clock.now() - DAY_MS - hours * 3_600_000, energy: 1 }),
  );
  for (const id of ids) world.service.entities.set(id, { locations: [], sessions });
  world.make(null);
  await world.ask({ entityIds: ids, resources: ['sessions'] });
  await world.begin(20);
  let release = () => {};
  const held = world.db.transaction().execute(
    () =>
      new Promise<void>((resolve) => {
        release = resolve;
      }),
  );
  await world.pass(5000);
  // Five hold 2,000 rows; those in flight are stored with them.
  expect(world.service.asked.length).toBeLessThan(30);
  release();
  await held;
  await world.pass(5000);
  expect(world.service.asked).toHaveLength(64);
  expect(await world.sessionsOf(ids.at(-1) ?? '')).toHaveLength(400);
});

test('an answer requested before a change does not replace what the change answered', async () => {
  const [id = ''] = await world.fleet(1);
  const ofCapacity = () => world.service.asked.filter(({ what }) => what === 'capacity');
  world.reads.wake();
  while (ofCapacity().length === 0) await world.pass(1);
  await world.pass(1);
  const { db, clock } = world;
  const told = { resource: 'capacity' as const, content: { batteryCapacity: 77 } };
  const writer = writerAt(db, clock.now(), { policy: OF_ENTITIES_ALONE });
  await writer.put({ owner: id, told, isWhole: true, askedAt: null });
  await world.pass(5000);
  expect(ofCapacity()).toHaveLength(1);
  const documents = db.selectFrom('fleet_documents').where('resource', '=', 'capacity');
  const kept = await documents.select('content').execute();
  expect(kept.map(({ content }) => content)).toEqual(['{"batteryCapacity":77}']);
  expect((await world.status()).due).toBe(0);
});

test('nothing is read while the disk is nearly full, which is said; reading continues once there is room', async () => {
  await world.fleet(5);
  world.fillDisk(true);
  await world.begin(60_000);
  expect(world.service.asked).toHaveLength(0);
  expect(world.reads.pause()?.message).toContain('nearly full');
  world.fillDisk(false);
  await world.pass(10_000);
  expect(world.reads.pause()).toBeNull();
  expect((await world.ofEntities()).every(({ fresh }) => fresh === 5)).toBe(true);
});
