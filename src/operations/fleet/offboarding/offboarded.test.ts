import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { listEntities } from '../../directory/list.ts';
import { createReachability } from '../../directory/reachability.ts';
import { readEntity } from '../../directory/read-directory.ts';
import { readFleetFailures } from '../fleet-failures.ts';
import { writerAt } from '../testing/writer-at.ts';
import { turnedAway } from '../testing/fake-fleet-service.ts';
import { readsOfEachTest } from '../testing/reads-harness.ts';
import { storeOffboarding } from './offboarding-store.ts';

const DAY_MS = 86_400_000;
const GONE = turnedAway(404, 'Not found');

const world = readsOfEachTest();

/** Two Entities that were read; the Service refuses the first one since. */
async function leaving() {
  const [gone = '', stays = ''] = await world.fleet(2);
  await world.begin(60_000);
  const noteReach = createReachability(world.db, world.clock);
  world.service.fault = (entityId) => (entityId === gone ? GONE : null);
  const request = { id: randomUUID(), principalId: null, data: { id: gone, components: null } };
  const tell = (status: string) => {
    // The scheduler reads the same list.
    world.service.lists.set('offboarding', [{ ...request, status }]);
    return storeOffboarding(world.db, [{ ...request, status }], world.clock.now());
  };
  const refuse = () => noteReach({ kind: 'entity', id: gone }, 404);
  const answer = () => noteReach({ kind: 'entity', id: gone }, null);
  const health = async () => (await readEntity(world.db, gone, 0)).entity.unreachable;
  const readsOf = (id: string) => world.service.asked.filter((each) => each.entityId === id).length;
  const failures = async () => (await readFleetFailures(world.db, {}, world.clock.now())).total;
  return { gone, stays, tell, refuse, answer, health, readsOf, failures };
}

describe('an Entity whose offboarding request Succeeded', () => {
  test('is offboarded once the Service refuses it: no longer read, no fault, known data is kept', async () => {
    const { gone, stays, tell, refuse, health, readsOf, failures } = await leaving();
    await tell('Pending');
    await refuse();
    expect((await health())?.offboardedAt).toBeNull();
    await world.pass(DAY_MS / 4);
    // A refusal counts as a fault while the request is Pending.
    expect(await failures()).toBeGreaterThan(0);
    const at = new Date(world.clock.now()).toISOString();
    await tell('Succeeded');
    expect((await health())?.offboardedAt).toBe(at);
    expect(await failures()).toBe(0);
    const sessions = await world.sessionsOf(gone);
    expect(sessions.length).toBeGreaterThan(0);
    const before = [readsOf(gone), readsOf(stays)] as const;
    await world.pass(DAY_MS);
    expect(readsOf(gone)).toBe(before[0]);
    expect(readsOf(stays)).toBeGreaterThan(before[1]);
    expect(await failures()).toBe(0);
    expect((await world.status()).entities).toBe(1);
    const alone = { total: 1, fresh: 1, stale: 0, failed: 0 };
    expect(await world.rowOf('features')).toMatchObject(alone);
    expect(await world.sessionsOf(gone)).toEqual(sessions);
  });

  test('is counted separately in the list', async () => {
    const { tell, refuse } = await leaving();
    await refuse();
    const count = async (health: 'unreachable' | 'offboarded' | 'fine') =>
      (await listEntities(world.db, { health }, world.clock.now())).total;
    const counts = async () =>
      Promise.all([count('unreachable'), count('offboarded'), count('fine')]);
    expect(await counts()).toEqual([1, 0, 1]);
    await tell('Succeeded');
    expect(await counts()).toEqual([0, 1, 1]);
  });

  test('that still answers is read at once; if it is refused later, it is offboarded then', async () => {
    const { gone, tell, refuse, health, readsOf } = await leaving();
    const before = readsOf(gone);
    await tell('Succeeded');
    expect(await health()).toBeNull();
    await world.begin(1000);
    expect(readsOf(gone)).toBeGreaterThan(before);
    await refuse();
    expect((await health())?.offboardedAt).not.toBeNull();
  });

  test('that fails when an operator reads it does not count as a fault either', async () => {
    const { gone, tell, refuse, failures } = await leaving();
    await tell('Succeeded');
    await refuse();
    const { db, clock } = world;
    await writerAt(db, clock.now()).refuse(gone, 'features', 'Not found');
    expect(await failures()).toBe(0);
  });

  test('is read again once the Service answers for it', async () => {
    const { gone, tell, refuse, answer, health, readsOf } = await leaving();
    await tell('Succeeded');
    await refuse();
    const before = readsOf(gone);
    world.service.fault = () => null;
    await answer();
    expect(await health()).toBeNull();
    await world.begin(5000);
    expect(readsOf(gone)).toBeGreaterThan(before);
    expect((await world.status()).entities).toBe(2);
  });
});

test('a refusal of an Entity with a Pending request makes the requests due at once', async () => {
  const { tell, refuse, health } = await leaving();
  await tell('Pending');
  const [request] = world.service.lists.get('offboarding') ?? [];
  world.service.lists.set('offboarding', [Object.assign({}, request, { status: 'Succeeded' })]);
  await refuse();
  const before = world.service.others.length;
  await world.begin(2000);
  expect(world.service.others.slice(before)).toContain('offboarding');
  expect((await health())?.offboardedAt).not.toBeNull();
});

test('a component of an offboarded Entity is offboarded with it, once it is refused', async () => {
  const { stays, refuse } = await leaving();
  await refuse();
  const { db, clock } = world;
  const data = { id: randomUUID(), components: [stays] };
  const request = { id: randomUUID(), principalId: null, status: 'Succeeded', data };
  await storeOffboarding(db, [request], clock.now());
  const of = async () => (await readEntity(db, stays, 0)).entity.unreachable;
  expect(await of()).toBeNull();
  await createReachability(db, clock)({ kind: 'entity', id: stays }, 404);
  expect((await of())?.offboardedAt).not.toBeNull();
});
