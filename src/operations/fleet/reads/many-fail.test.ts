import { expect, test } from 'vitest';
import { readFleetFailures } from '../fleet-failures.ts';
import { turnedAway } from '../testing/fake-fleet-service.ts';
import { OF_ENTITIES_ALONE, readsOfEachTest } from '../testing/reads-harness.ts';

/** Reads that are taken together; more of them fail. */
const TAKEN = 64;

const world = readsOfEachTest(OF_ENTITIES_ALONE);

/** A restart after a kill: only stored data is left. */
async function startAgain(): Promise<void> {
  await world.reads.stop();
  world.make(OF_ENTITIES_ALONE);
  world.reads.wake();
}

const freshOf = async () =>
  Object.fromEntries((await world.ofEntities()).map(({ resource, fresh }) => [resource, fresh]));

test('failing Entities at the front delay no other, over six restarts in the first fill', async () => {
  const bad = new Set((await world.fleet(160)).slice(0, TAKEN + 6));
  world.service.fault = (id) => (bad.has(id) ? turnedAway(503, 'Gone') : null);
  world.reads.wake();
  for (let kill = 0; kill < 6; kill += 1) {
    await world.pass(2000);
    await startAgain();
  }
  await world.pass(30_000);
  const others = 160 - bad.size;
  expect(await freshOf()).toMatchObject({ locations: others, sessions: others, commands: others });
  const { failures } = await readFleetFailures(world.db, {}, world.clock.now());
  expect(failures.every(({ id }) => bad.has(id ?? ''))).toBe(true);
});

test('an endpoint that always fails delays no other resource', async () => {
  await world.fleet(60);
  world.service.fault = (_id, what) => (what === 'commands' ? turnedAway(503, 'Closed') : null);
  await world.begin(30_000);
  const others = { locations: 60, features: 60, capacity: 60, sessions: 60 };
  expect(await freshOf()).toMatchObject(others);
  const commands = await world.rowOf('commands');
  expect(commands).toMatchObject({ fresh: 0, failed: 60 });
});

test('failures before a restart are no outage after it', async () => {
  const bad = new Set((await world.fleet(100)).slice(0, TAKEN + 6));
  world.service.fault = (id) => (bad.has(id) ? turnedAway(503, 'Gone') : null);
  await world.begin(60_000);
  await world.reads.stop();
  await world.pass(600_000);
  await startAgain();
  for (let second = 0; second < 20; second += 1) {
    await world.pass(1000);
    expect(world.reads.pause()).toBeNull();
  }
});

test('an outage is still detected, after one more request', async () => {
  await world.fleet(100);
  world.service.fault = () => turnedAway(503, 'Maintenance.');
  await world.begin(1000);
  expect(world.reads.pause()?.message).toBe('Maintenance.');
  const asked = world.service.asked.length;
  await world.pass(9000);
  // One request per pause.
  expect(world.service.asked.length - asked).toBeLessThanOrEqual(3);
  world.service.fault = () => null;
  await world.pass(20_000);
  expect(await freshOf()).toMatchObject({ locations: 100, sessions: 100 });
});
