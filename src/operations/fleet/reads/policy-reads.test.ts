import { describe, expect, test } from 'vitest';
import { FLEET_POLICY, NOT_BY_POLICY, readsPerDay } from '../../../domain/fleet-policy.ts';
import { refreshFleet } from '../refresh-fleet.ts';
import { OF_ENTITIES_ALONE, readsOfEachTest } from '../testing/reads-harness.ts';

const DAY_MS = 86_400_000;
/** Entities of the simulated week; the long form: FLEET_DAY_ENTITIES=1000. */
const IN_A_DAY = Number(process.env['FLEET_DAY_ENTITIES'] ?? 10);
const LONG_MS = 900_000;

const world = readsOfEachTest(OF_ENTITIES_ALONE);

describe('the policy', () => {
  test(
    'a day takes the computed number of requests',
    async () => {
      await world.fleet(IN_A_DAY);
      await world.begin(DAY_MS);
      const filled = world.service.asked.length;
      await world.pass(7 * DAY_MS);
      // 1 + 4 + 1 + 1/7 + 1 reads per Entity and day.
      const perDay = (world.service.asked.length - filled) / 7 / IN_A_DAY;
      console.log(`${perDay.toFixed(3)} requests per Entity and day, ${IN_A_DAY} Entities`);
      expect(perDay).toBeGreaterThan(readsPerDay(FLEET_POLICY) * 0.9);
      expect(perDay).toBeLessThan(readsPerDay(FLEET_POLICY) * 1.1);
    },
    LONG_MS,
  );

  test('without one, only requested reads are done', async () => {
    const [first = ''] = await world.fleet(3);
    world.make(null);
    await world.begin(60_000);
    expect(world.service.asked).toEqual([]);
    await world.ask({ entityIds: [first], resources: ['capacity'] });
    await world.begin(60_000);
    expect(world.service.asked).toMatchObject([{ what: 'capacity', entityId: first }]);
  });

  test('requested reads go before everything that is due', async () => {
    const ids = await world.fleet(200);
    await world.begin(1000);
    const last = ids.at(-1) ?? '';
    await world.ask({ entityIds: [last], resources: ['sessions'] });
    const before = world.service.asked.length;
    await world.begin(1000);
    const at = world.service.asked.findIndex(
      ({ what, entityId }) => what === 'sessions' && entityId === last,
    );
    // Reads already in flight are ahead of it.
    expect(at - before).toBeLessThanOrEqual(16);
    expect(at).toBeGreaterThanOrEqual(before);
  });
});

describe('a policy without older sessions', () => {
  const WITHOUT = { ...OF_ENTITIES_ALONE, history: NOT_BY_POLICY };
  const olderOf = () => world.service.asked.filter(({ what }) => what === 'sessions').length - 3;

  test('reads the recent ones, and older ones only for a report', async () => {
    const [first = ''] = await world.fleet(3);
    world.make(WITHOUT);
    await world.begin(20_000);
    const { due, resources } = await world.status(WITHOUT);
    expect(due).toBe(0);
    const never = { everySeconds: null, never: 3, requestsByPolicy: 0, nextAt: null };
    expect(resources.find(({ resource }) => resource === 'history')).toMatchObject(never);
    expect(olderOf()).toBe(0);
    const historyFrom = world.clock.now() - 800 * DAY_MS;
    await world.ask({ entityIds: [first], resources: ['history'], historyFrom });
    await world.begin(20_000);
    expect(olderOf()).toBe(1);
  });

  test('leaves those alone that were due when it was switched off', async () => {
    await world.fleet(3);
    await world.begin(100);
    await world.db.updateTable('fleet_reads').set({ rank: 2, due_at: 0 }).execute();
    await world.reads.stop();
    const before = world.service.asked.length;
    world.make(WITHOUT);
    await world.begin(20_000);
    expect(world.service.asked.length).toBe(before);
  });
});

test('resources that a new policy reads more often are due by it after a restart', async () => {
  await world.fleet(3);
  await world.begin(20_000);
  await world.reads.stop();
  await world.pass(600_000);
  const before = world.service.asked.length;
  world.make({ ...OF_ENTITIES_ALONE, commands: 300_000 });
  await world.begin(20_000);
  const asked = world.service.asked.slice(before).map(({ what }) => what);
  expect(asked).toEqual(['commands', 'commands', 'commands']);
});

test('can request only what is stale or was never read', async () => {
  const [first = '', second = ''] = await world.fleet(2);
  world.make(null);
  await world.ask({ entityIds: [first], resources: ['capacity'] });
  await world.begin(1000);
  const refresh = () => {
    const choice = { entityIds: null, collectiveId: null, resources: ['capacity' as const] };
    return refreshFleet(world.db, FLEET_POLICY, { ...choice, only: 'stale' }, world.clock.now());
  };
  await world.ask({ entityIds: [first, second], resources: ['locations'] });
  expect(await refresh()).toBe(1);
  await world.begin(9 * DAY_MS);
  expect(await refresh()).toBe(2);
  const before = world.service.asked.length;
  await world.begin(1000);
  const read = world.service.asked.slice(before).filter(({ what }) => what === 'capacity');
  expect(read.map(({ entityId }) => entityId).toSorted()).toEqual([first, second]);
});

describe('requested reads', () => {
  /** A report of 600 Entities that is being read, and an Entity that it does not name. */
  async function behindReport() {
    const ids = await world.fleet(601);
    const [one = '', ...large] = ids;
    world.make(null);
    await world.ask({ entityIds: large, resources: ['sessions'] });
    await world.begin(500);
    return { one, large, since: world.service.asked.length };
  }

  test('of the last request go first: what somebody looks at does not wait for a report', async () => {
    const { one, large, since } = await behindReport();
    expect(since).toBeLessThan(100);
    await world.ask({ entityIds: [one], resources: ['sessions'] });
    await world.begin(1000);
    const done = world.service.asked.slice(since).map(({ entityId }) => entityId);
    // What is in flight, or waits for the budget, is not overtaken.
    expect(done.indexOf(one)).toBeGreaterThanOrEqual(0);
    expect(done.indexOf(one)).toBeLessThanOrEqual(2 * 16);
    await world.pass(8000);
    const all = world.service.asked.map(({ entityId }) => entityId);
    expect(large.every((id) => all.includes(id))).toBe(true);
  });

  test('leave a share to those due by policy', async () => {
    const ids = await world.fleet(700);
    await world.begin(100);
    await world.ask({ entityIds: ids, resources: ['sessions'] });
    world.reads.wake();
    // Those due by policy that were claimed before.
    await world.pass(1000);
    const before = world.service.asked.length;
    await world.pass(4000);
    const done = world.service.asked.slice(before);
    const others = done.filter(({ what }) => what !== 'sessions');
    expect(done.length).toBeGreaterThan(300);
    expect(others.length).toBeGreaterThan(done.length / 10);
    expect(others.length).toBeLessThan(done.length / 4);
  });
});
