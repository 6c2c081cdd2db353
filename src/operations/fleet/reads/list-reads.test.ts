import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { FLEET_POLICY, readsPerDay } from '../../../domain/fleet-policy.ts';
import { importDirectory } from '../../directory/import.ts';
import { readFleetFailures } from '../fleet-failures.ts';
import { knownOffboardings, storeOffboarding } from '../offboarding/offboarding-store.ts';
import { refreshFleet } from '../refresh-fleet.ts';
import { turnedAway } from '../testing/fake-fleet-service.ts';
import { readsOfEachTest } from '../testing/reads-harness.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const world = readsOfEachTest();

const member = (name: string) => ({ id: randomUUID(), name, emailAddress: null, team: 'North' });
const request = (status: string) => ({
  id: randomUUID(),
  principalId: null,
  status,
  data: { id: randomUUID(), components: null },
});

async function collectives(...names: string[]): Promise<string[]> {
  const more = { type: 'Fleet', owner: null, entities: [] };
  const rows = names.map((name) => ({ id: randomUUID(), name, ...more }));
  const ids = rows.map(({ id }) => id).toSorted();
  await importDirectory(world.db, { collectives: rows, entities: [] }, 'import', world.clock.now());
  return ids;
}

const archive = (id: string, archived: number) =>
  world.db.updateTable('collectives').where('id', '=', id).set({ archived }).execute();

async function kept(resource: string): Promise<Map<string, unknown>> {
  const documents = world.db.selectFrom('fleet_documents').where('resource', '=', resource);
  const rows = await documents.select(['entity_id', 'content']).execute();
  return new Map(rows.map((row) => [row.entity_id, JSON.parse(row.content)]));
}

const requestsOf = (list: string) => world.service.others.filter((each) => each === list).length;

describe('Members', () => {
  test('of every Collective are read once a day and kept whole, and do not count as Entities', async () => {
    const [first = '', second = ''] = await collectives('Depot', 'Port');
    const told = [member('Ada'), member('Bo')];
    world.service.lists.set(`members ${first}`, told);
    await world.begin(5000);
    expect(await kept('members')).toEqual(new Map().set(first, told).set(second, []));
    expect(await world.rowOf('members')).toMatchObject({ total: 2, fresh: 2, never: 0, failed: 0 });
    expect((await world.status()).entities).toBe(0);
    expect(await world.rowOf('features')).toMatchObject({ total: 0, fresh: 0, never: 0 });
    await world.pass(3 * DAY_MS);
    expect(requestsOf(`members ${first}`)).toBe(4);
  });

  test('that the Service no longer lists are removed from the store', async () => {
    const [id = ''] = await collectives('Depot');
    const [stays, leaves] = [member('Ada'), member('Bo')];
    world.service.lists.set(`members ${id}`, [stays, leaves]);
    await world.begin(5000);
    world.service.lists.set(`members ${id}`, [stays]);
    await world.pass(DAY_MS);
    expect(await kept('members')).toEqual(new Map([[id, [stays]]]));
  });

  test('are whole again after a list with a broken item, even if the list equals an earlier one', async () => {
    const [id = ''] = await collectives('Depot');
    const told = [member('Ada'), member('Bo')];
    world.service.lists.set(`members ${id}`, told);
    await world.begin(5000);
    const reads = world.db.selectFrom('fleet_reads').where('resource', '=', 'members');
    const partial = async () => (await reads.select('partial').execute()).map((row) => row.partial);
    world.service.lists.set(`members ${id}`, [told[0], 'no member']);
    await world.pass(DAY_MS + 60_000);
    expect(await world.rowOf('members')).toMatchObject({
      partly: 1,
      failed: 0,
      fresh: 0,
      never: 0,
    });
    expect(await partial()).toEqual([1]);
    expect(await kept('members')).toEqual(new Map([[id, [told[0]]]]));
    world.service.lists.set(`members ${id}`, told);
    await world.pass(DAY_MS);
    expect(await world.rowOf('members')).toMatchObject({ partly: 0, failed: 0, fresh: 1 });
    expect(await partial()).toEqual([null]);
    expect(await kept('members')).toEqual(new Map([[id, told]]));
  });

  test('leave the store with their Collective, even if it leaves while they are read', async () => {
    const [first = '', second = ''] = await collectives('Depot', 'Port');
    for (const id of [first, second]) world.service.lists.set(`members ${id}`, [member('Ada')]);
    await world.begin(5000);
    await archive(first, 2);
    world.reads.directoryChanged();
    await world.pass(100);
    expect([...(await kept('members')).keys()]).toEqual([second]);
    expect(await world.rowOf('members')).toMatchObject({ total: 1, fresh: 1 });
    // The directory record is removed between the request and the storing of its answer.
    world.service.fault = (list) => {
      if (list === `members ${first}`) void archive(first, 2);
      return null;
    };
    await archive(first, 0);
    world.reads.directoryChanged();
    await world.pass(1000);
    expect(requestsOf(`members ${first}`)).toBe(2);
    expect([...(await kept('members')).keys()]).toEqual([second]);
  });

  test('that cannot be read are named with their Collective, and tried again with back-off', async () => {
    const [first = '', second = ''] = await collectives('Depot', 'Port');
    world.service.fault = (list) =>
      list === `members ${first}` ? turnedAway(403, 'Not for this client.') : null;
    await world.begin(5000);
    expect(await world.rowOf('members')).toMatchObject({ total: 2, fresh: 1, failed: 1 });
    const { failures, total } = await readFleetFailures(world.db, {}, world.clock.now());
    const named = world.db.selectFrom('collectives').where('id', '=', first).select('name');
    const failed = { resource: 'members', message: 'Not for this client.', tries: 1 };
    const expected = { id: first, ...(await named.executeTakeFirstOrThrow()), ...failed };
    expect([total, failures[0]]).toMatchObject([1, expected]);
    await world.pass(DAY_MS);
    expect(requestsOf(`members ${first}`)).toBeGreaterThan(5);
    expect(requestsOf(`members ${first}`)).toBeLessThan(20);
    expect(requestsOf(`members ${second}`)).toBe(2);
    world.service.fault = () => null;
    const choice = { entityIds: null, collectiveId: first, resources: ['members' as const] };
    await refreshFleet(world.db, FLEET_POLICY, { ...choice, only: 'failed' }, world.clock.now());
    await world.begin(1000);
    expect((await readFleetFailures(world.db, {}, world.clock.now())).total).toBe(0);
  });
});

describe('deployment resources', () => {
  test('Offboarding Requests are read every ten minutes; those no longer listed are removed', async () => {
    const [pending, done] = [request('Pending'), request('Succeeded')];
    world.service.lists.set('offboarding', [pending, done]);
    expect(await knownOffboardings(world.db)).toBeNull();
    await world.begin(9 * MINUTE_MS);
    expect([requestsOf('offboarding'), requestsOf('types')]).toEqual([1, 1]);
    expect(await knownOffboardings(world.db)).toEqual(new Set([pending.data.id]));
    world.service.lists.set('offboarding', [done]);
    await world.pass(2 * MINUTE_MS);
    expect(requestsOf('offboarding')).toBe(2);
    expect(await knownOffboardings(world.db)).toEqual(new Set());
    const stored = await world.db.selectFrom('offboarding_requests').select('id').execute();
    expect(stored).toEqual([{ id: done.id }]);
  });

  test('an unchanged list removes a request that an answer named in between', async () => {
    world.service.lists.set('offboarding', []);
    await world.begin(MINUTE_MS);
    await storeOffboarding(world.db, [{ ...request('Pending') }], world.clock.now());
    expect((await knownOffboardings(world.db))?.size).toBe(1);
    await world.pass(10 * MINUTE_MS);
    expect(await knownOffboardings(world.db)).toEqual(new Set());
  });

  test('keeps the types as the Service sent them', async () => {
    const types = [{ type: 'EV', brands: ['Volta'], since: 2024 }, { type: 'Meter' }];
    world.service.lists.set('types', types);
    await world.begin(1000);
    expect(await kept('types')).toEqual(new Map([['', types]]));
    expect(await world.rowOf('types')).toMatchObject({ total: 1, fresh: 1 });
  });

  test('do not wait for the first read of every Entity', async () => {
    await world.fleet(300);
    await world.begin(1000);
    expect(world.service.asked.length).toBeLessThan(300);
    expect([requestsOf('offboarding'), requestsOf('types')]).toEqual([1, 1]);
  });

  test('take the computed number of requests a day, besides those of Entities', async () => {
    await collectives('Depot', 'Port');
    await world.begin(2 * DAY_MS);
    const perDay = (name: 'members' | 'offboarding' | 'types') => readsPerDay(FLEET_POLICY, name);
    expect([perDay('members'), perDay('offboarding'), perDay('types')]).toEqual([1, 144, 1]);
    expect(await world.rowOf('offboarding')).toMatchObject({ requestsByPolicy: 144 });
    expect(await world.rowOf('members')).toMatchObject({ requestsByPolicy: 2 });
    expect(requestsOf('offboarding')).toBeGreaterThan(2 * 144 * 0.9);
    expect(requestsOf('offboarding')).toBeLessThanOrEqual(2 * 144 + 1);
    expect(readsPerDay(FLEET_POLICY)).toBeCloseTo(7.14, 2);
  });

  test('can be requested alone or with everything else, but not with single Entities', async () => {
    const [id = ''] = await world.fleet(2);
    await collectives('Depot', 'Port');
    const resources = ['features', 'members', 'offboarding', 'types'] as const;
    const asked = (entityIds: string[] | null) => {
      const choice = { entityIds, collectiveId: null, resources: [...resources] };
      return refreshFleet(world.db, FLEET_POLICY, { ...choice, only: 'all' }, world.clock.now());
    };
    expect(await asked(null)).toBe(2 + 2 + 2);
    expect(await asked([id])).toBe(1);
  });
});
