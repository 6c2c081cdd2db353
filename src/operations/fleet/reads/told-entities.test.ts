import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { DirectoryImport } from '../../../contract/console/directory-import.ts';
import { FLEET_POLICY } from '../../../domain/fleet-policy.ts';
import { addUnknown, learnMembership, learnOffboarding } from '../../directory/learn-answers.ts';
import { importDirectory } from '../../directory/import.ts';
import { noteNamed } from '../../directory/memberships.ts';
import { refreshFleet } from '../refresh-fleet.ts';
import { turnedAway } from '../testing/fake-fleet-service.ts';
import { storeFleetRead } from '../testing/fleet-rows.ts';
import { OF_ENTITIES_ALONE, readsOfEachTest } from '../testing/reads-harness.ts';

const DAY_MS = 86_400_000;
const world = readsOfEachTest(OF_ENTITIES_ALONE);

const askedOf = (ids: readonly string[]) =>
  world.service.asked.filter(({ entityId }) => ids.includes(entityId)).length;

async function importThe(document: object) {
  await importDirectory(world.db, DirectoryImport.parse(document), 'import', world.clock.now());
}

/** Collectives of the directory, and Entities that each way of answering named for the first. */
async function strangers() {
  const [van = ''] = await world.fleet(1);
  const [depot, batch, removal, offboarding] = Array.from({ length: 4 }, () => randomUUID());
  if (!depot || !batch || !removal || !offboarding) throw new Error('There are four ids');
  await importThe({ collectives: [{ id: depot, name: 'Depot', entities: [van] }] });
  const now = world.clock.now();
  const see = (entityId: string, toldBy: string) =>
    world.db.transaction().execute(async (trx) => {
      await addUnknown(trx, [entityId], 'batch', now);
      const naming = { collectiveId: depot, entityIds: [entityId], toldBy, toldAt: now };
      await noteNamed(trx, naming, now);
    });
  await see(batch, 'one');
  const answer = { id: depot, name: 'Depot', type: null, owner: null, entities: [van, removal] };
  await learnMembership(world.db, answer, now);
  const data = { id: offboarding, components: null };
  const request = { id: randomUUID(), principalId: null, status: 'Pending', data };
  await learnOffboarding(world.db, [request], now);
  const told: readonly string[] = [batch, removal, offboarding];
  return { see, told };
}

test('Entities that only an answer names are not read, and are not said to be unread', async () => {
  const { told } = await strangers();
  world.service.fault = (id) => (told.includes(id) ? turnedAway(404, 'Unknown.') : null);
  await world.begin(2 * DAY_MS);
  expect(askedOf(told)).toBe(0);
  expect((await world.status()).entities).toBe(1);
  const alone = { total: 1, fresh: 1, never: 0, failed: 0 };
  expect(await world.rowOf('sessions')).toMatchObject(alone);
  const choice = { entityIds: null, collectiveId: null, resources: ['features' as const] };
  const all = { ...choice, only: 'all' as const };
  expect(await refreshFleet(world.db, FLEET_POLICY, all, world.clock.now())).toBe(1);
});

test('an offboarded Entity of the directory is counted beside those that are read', async () => {
  await strangers();
  expect(await world.status()).toMatchObject({ entities: 1, offboarded: 0 });
  await world.db.updateTable('entities').set({ offboarded_at: world.clock.now() }).execute();
  expect(await world.status()).toMatchObject({ entities: 0, offboarded: 1 });
});

test('one is read once it is a member, or imported', async () => {
  const { see, told } = await strangers();
  const [batch = '', removal = '', offboarding = ''] = told;
  await world.begin(5000);
  // The second answer that names it.
  await see(batch, 'another');
  await importThe({ entities: [{ id: removal, name: 'Van 9', type: 'EV' }] });
  world.reads.directoryChanged();
  await world.pass(5000);
  for (const id of [batch, removal]) expect(askedOf([id])).toBeGreaterThan(4);
  expect(askedOf([offboarding])).toBe(0);
});

test('what was read of one before, or is asked for, is not read again by policy', async () => {
  const { told } = await strangers();
  const [batch = '', removal = ''] = told;
  await storeFleetRead(world.db, batch, 'features', world.clock.now(), { due_at: 0 });
  await world.ask({ entityIds: [removal], resources: ['capacity'] });
  await world.begin(9 * DAY_MS);
  expect([askedOf([batch]), askedOf([removal])]).toEqual([0, 1]);
});

test('an Entity whose sessions a report requested before all else is read whole', async () => {
  const entityIds = await world.fleet(1);
  await world.ask({ entityIds, resources: ['sessions', 'history'], historyFrom: 0 });
  await world.begin(60_000);
  const { resources } = await world.status();
  const fresh = resources.filter((each) => each.fresh === 1).map(({ resource }) => resource);
  expect(fresh).toEqual(expect.arrayContaining(['locations', 'commands', 'features', 'capacity']));
});
