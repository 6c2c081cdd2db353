import type { Kysely } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ReportScope } from '../../domain/reports/definition.ts';
import { importDirectory } from '../directory/import.ts';
import { ARCHIVED } from '../directory/record.ts';
import type { Store } from '../../store/schema/schema.ts';
import { memoryStore } from '../../store/testing/memory-store.ts';
import { chargeSession, storeFleetSessions } from '../fleet/testing/fleet-rows.ts';
import { countArchived, resolveScope } from './scope.ts';

const id = (at: number) => `0f7b7c1e-6f0f-4f7e-9a53-0c6c5c1f${String(at).padStart(4, '0')}`;
const [VANS, CARS, OLD] = [id(1), id(2), id(3)];

let db: Kysely<Store>;

async function addEntity(at: number, name: string, more: { type?: string; tags?: string[] } = {}) {
  const entity = { id: id(at), name, type: 'EV', brand: null, ...more };
  await importDirectory(db, { collectives: [], entities: [entity] }, 'import', 0);
}

async function addCollective(own: string, members: readonly number[], tags: string[] = []) {
  const collective = { id: own, name: own.slice(-4), type: null, owner: null, tags };
  await importDirectory(db, { collectives: [collective], entities: [] }, 'import', 0);
  for (const at of members) {
    const row = { collective_id: own, entity_id: id(at), source: 'typed', known_at: 0 };
    await db.insertInto('memberships').values(row).execute();
  }
}

beforeEach(async () => {
  db = await memoryStore();
  await addEntity(11, 'Van 2');
  await addEntity(12, 'Van 10', { tags: ['night'] });
  await addEntity(13, 'Plant', { type: 'SolarPlant' });
  await addEntity(14, 'Car', { tags: ['Night shift'] });
  await addEntity(15, 'Gone');
  await db.updateTable('entities').set({ archived: ARCHIVED }).where('id', '=', id(15)).execute();
  await addCollective(VANS, [11, 12, 15]);
  await addCollective(CARS, [12, 14], ['depot']);
  // The directory has no record of its member.
  await addCollective(OLD, [16]);
});

async function resolve(scope: Partial<ReportScope>) {
  const full = { collectives: [], entities: [], types: [], tags: [], ...scope };
  return { entities: await resolveScope(db, full) };
}
const idsOf = async (scope: Partial<ReportScope>) =>
  (await resolve(scope)).entities.map((entity) => Number(entity.id.slice(-4)));

test('archived Entities with sessions in the period are counted where the scope would contain them', async () => {
  await storeFleetSessions(
    db,
    id(15),
    [chargeSession({ id: id(90), startMs: 1000, energy: 5 })],
    0,
  );
  const count = (scope: Partial<ReportScope>, endMs = 2000) =>
    countArchived(
      db,
      { collectives: [], entities: [], types: [], tags: [], ...scope },
      { startMs: 0, endMs },
    );
  expect(await count({ fleet: true })).toBe(1);
  expect(await count({ fleet: true }, 1000)).toBe(0);
  expect(await count({ collectives: [VANS] })).toBe(1);
  expect(await count({ collectives: [CARS] })).toBe(0);
  expect(await count({ types: ['EV'] })).toBe(1);
  expect(await count({ types: ['EV'], entities: [id(15)] })).toBe(0);
});

describe('the Entities of a scope', () => {
  test('are all Entities that any part matches, without duplicates, by name', async () => {
    expect(await idsOf({ collectives: [VANS, CARS], types: ['SolarPlant'] })).toEqual([
      14, 13, 11, 12,
    ]);
  });

  test('a tag matches exactly, on the Entity or on one of its Collectives', async () => {
    expect(await idsOf({ tags: ['night'] })).toEqual([12]);
    expect(await idsOf({ tags: ['depot'] })).toEqual([14, 12]);
    expect(await idsOf({ tags: ['Depot', 'nigh%', 'n_ght'] })).toEqual([]);
  });

  test('the whole fleet contains what the directory lists, and members without a record', async () => {
    const { entities } = await resolve({ fleet: true });
    expect(entities.map((entity) => Number(entity.id.slice(-4)))).toEqual(
      expect.arrayContaining([11, 12, 13, 14, 16]),
    );
    expect(entities).toHaveLength(5);
    expect(entities.find((entity) => entity.id === id(12))?.collectives.toSorted()).toEqual([
      VANS,
      CARS,
    ]);
  });

  test('archived ones are left out unless named individually', async () => {
    expect(await idsOf({ types: ['EV'] })).toEqual([14, 11, 12]);
    expect(await idsOf({ types: ['EV'], entities: [id(15)] })).toEqual([14, 15, 11, 12]);
  });

  test('a member without a record in the directory is included', async () => {
    expect((await resolve({ collectives: [OLD] })).entities).toEqual([
      { id: id(16), name: null, type: null, collectives: [OLD] },
    ]);
  });

  test('Entities outside the directory are in it if they are named', async () => {
    const { entities } = await resolve({
      collectives: [id(9)],
      entities: [id(99), id(11), id(99)],
    });
    expect(entities.map((entity) => [entity.id, entity.name])).toEqual([
      [id(11), 'Van 2'],
      [id(99), null],
    ]);
  });

  test('there may be none', async () => {
    expect(await resolve({ types: ['Boat'] })).toEqual({ entities: [] });
  });
});

describe('the Collectives of an Entity', () => {
  const groupsOf = async (scope: Partial<ReportScope>) =>
    Object.fromEntries(
      (await resolve(scope)).entities.map(({ name, collectives }) => [
        name,
        collectives.toSorted(),
      ]),
    );

  test('are those of the chosen ones that contain it, even if chosen by a tag', async () => {
    expect(await groupsOf({ collectives: [VANS], types: ['EV'] })).toEqual({
      Car: [],
      'Van 2': [VANS],
      'Van 10': [VANS],
    });
    expect(await groupsOf({ collectives: [VANS], tags: ['depot'] })).toEqual({
      Car: [CARS],
      'Van 2': [VANS],
      'Van 10': [VANS, CARS],
    });
  });

  test('are all that contain it if none was chosen', async () => {
    expect(await groupsOf({ types: ['EV'] })).toEqual({
      Car: [CARS],
      'Van 2': [VANS],
      'Van 10': [VANS, CARS],
    });
  });
});
