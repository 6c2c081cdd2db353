import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { DirectoryImport } from '../../contract/console/directory-import.ts';
import { Collective } from '../../contract/collective.ts';
import type { Store } from '../../store/schema/schema.ts';
import { CARS, FLEET, SMALL_DIRECTORY } from '../../server/testing/console-harness.ts';
import { manualClock } from '../../lib/testing/manual-clock.ts';
import { memoryStore } from '../../store/testing/memory-store.ts';
import { addRecord, editRecord } from './edit.ts';
import { exportDirectory } from './export-directory.ts';
import { learnMembership, learnOffboarding } from './learn-answers.ts';
import { importDirectory } from './import.ts';
import { createReachability } from './reachability.ts';
import { readCollective, readCollectives, readEntity } from './read-directory.ts';
import { seedDirectory } from './seed.ts';

const SEED = { source: 'world:a', directory: SMALL_DIRECTORY };
const fleet = { kind: 'collective', id: FLEET } as const;
const van = { kind: 'entity', id: CARS[0] } as const;
let db: Kysely<Store>;
beforeEach(async () => {
  db = await memoryStore();
  await seedDirectory(db, SEED, 1000);
});

const fact = (more: object) =>
  learnMembership(db, Collective.parse({ id: FLEET, entities: [...CARS], ...more }), 5000);
const document = (content: object) => DirectoryImport.parse(content);

describe('what an operator typed', () => {
  test('wins over a newer fact, which fills what is empty', async () => {
    await editRecord(db, fleet, { name: 'Mine' }, 2000);
    const owner = randomUUID();
    await fact({ name: 'Theirs', type: 'VirtualPowerPlant', owner });
    const { collective } = await readCollective(db, FLEET, 0);
    expect(collective).toMatchObject({ name: 'Mine', type: 'Fleet', owner });
  });

  test('is replaced by a later import, and that by what is typed later', async () => {
    const named = async () => (await readEntity(db, CARS[0], 0)).entity.name;
    await editRecord(db, van, { name: 'Mine' }, 2000);
    const file = document({ entities: [{ id: CARS[0], name: 'File', brand: 'New' }] });
    const result = await importDirectory(db, file, 'import', 3000);
    expect(result.entities).toEqual({ added: 0, updated: 1, unchanged: 0 });
    expect(await named()).toBe('File');
    await editRecord(db, van, { name: 'Mine again' }, 4000);
    expect(await named()).toBe('Mine again');
  });

  test('survives a reload of its world with other names', async () => {
    await editRecord(db, van, { name: 'Mine' }, 2000);
    const [first, second] = SMALL_DIRECTORY.entities;
    if (first === undefined || second === undefined) throw new Error('no sample');
    const directory = {
      ...SMALL_DIRECTORY,
      entities: [
        { ...first, name: 'Loaded 1' },
        { ...second, name: 'Loaded 2' },
      ],
    };
    await seedDirectory(db, { ...SEED, directory }, 3000);
    const names = [];
    for (const id of CARS) names.push((await readEntity(db, id, 0)).entity.name);
    expect(names).toEqual(['Mine', 'Loaded 2']);
  });
});

describe('records', () => {
  test('note, tags and place are stored, searchable and exported', async () => {
    await editRecord(
      db,
      van,
      { note: 'At the gate', tags: ['leased', 'night'], place: 'Bern' },
      2000,
    );
    expect((await readEntity(db, CARS[0], 0)).entity).toMatchObject({
      note: 'At the gate',
      tags: ['leased', 'night'],
      place: 'Bern',
      source: 'world:a',
    });
    const exported = await exportDirectory(db);
    expect(exported.entities.find(({ id }) => id === CARS[0])).toMatchObject({ place: 'Bern' });
    const other = await memoryStore();
    await importDirectory(other, DirectoryImport.parse(exported), 'import', 1);
    expect(await exportDirectory(other)).toEqual(exported);
  });

  test('an archived record is not listed, keeps its page, and can be restored', async () => {
    await editRecord(db, fleet, { archived: true }, 2000);
    expect((await readCollectives(db, 0)).collectives).toEqual([]);
    expect((await readCollectives(db, 0, true)).collectives[0]?.archived).toBe(true);
    expect((await readCollective(db, FLEET, 0)).collective.archived).toBe(true);
    await seedDirectory(db, SEED, 3000);
    expect((await readCollectives(db, 0)).collectives).toEqual([]);
    await editRecord(db, fleet, { archived: false }, 4000);
    expect((await readCollectives(db, 0)).collectives).toHaveLength(1);
  });

  test('archived records stay archived when other worlds run meanwhile', async () => {
    await editRecord(db, fleet, { archived: true }, 2000);
    await seedDirectory(db, null, 3000);
    expect((await readCollectives(db, 0, true)).collectives).toEqual([]);
    await seedDirectory(db, SEED, 4000);
    expect((await readCollectives(db, 0, true)).collectives).toHaveLength(1);
    expect((await readCollectives(db, 0)).collectives).toEqual([]);
  });

  test('a known id cannot be added again; the message has its name', async () => {
    const again = { collectives: [{ id: FLEET, name: 'Again', type: null, owner: null }] };
    await expect(addRecord(db, 'collective', again, 2000)).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('“Depot”'),
    });
  });

  test('a new Entity can be in several Collectives, but not in an unknown one', async () => {
    const second = randomUUID();
    await addRecord(
      db,
      'collective',
      { collectives: [{ id: second, name: 'Second', type: null, owner: null }] },
      2000,
    );
    const id = randomUUID();
    const entity = { id, name: 'Typed', type: null, brand: null, collectives: [FLEET, second] };
    await addRecord(db, 'entity', { entities: [entity] }, 3000);
    const read = (await readEntity(db, id, 0)).entity;
    expect(read).toMatchObject({ source: 'typed', name: 'Typed' });
    expect(read.collectives.map(({ name }) => name)).toEqual(['Depot', 'Second']);
    await editRecord(db, { kind: 'entity', id }, { collectives: [second] }, 4000);
    expect((await readEntity(db, id, 0)).entity.collectives).toEqual([
      { id: second, name: 'Second' },
    ]);
    await expect(
      editRecord(db, { kind: 'entity', id }, { collectives: [randomUUID()] }, 5000),
    ).rejects.toMatchObject({ status: 400 });
  });
});

describe('learning', () => {
  test('offboarding requests add Entities; known ones are unchanged', async () => {
    const [entity, component] = [randomUUID(), randomUUID()];
    const data = { id: entity, components: [component, CARS[0]] };
    const request = { id: randomUUID(), principalId: randomUUID(), status: 'Pending', data };
    expect(await learnOffboarding(db, [request], 2000)).toBe(2);
    expect(await learnOffboarding(db, [request], 3000)).toBe(0);
    expect((await readEntity(db, entity, 0)).entity).toMatchObject({
      name: null,
      source: 'offboarding',
      knownAt: '1970-01-01T00:00:02.000Z',
    });
    expect((await readEntity(db, CARS[0], 0)).entity.source).toBe('world:a');
  });

  test('a refused id is unreachable, and written at most once a minute; a success is written at once', async () => {
    const clock = manualClock();
    const noteReach = createReachability(db, clock);
    const health = async () => (await readEntity(db, CARS[0], 0)).entity.unreachable;
    await noteReach(van, 404);
    const first = await health();
    expect(first).toEqual({ status: 404, at: '2026-01-01T00:00:00.000Z', offboardedAt: null });
    clock.advance(30_000);
    await noteReach(van, 403);
    expect(await health()).toEqual(first);
    await noteReach(van, null);
    expect(await health()).toBeNull();
    clock.advance(61_000);
    await noteReach(van, 403);
    expect((await health())?.status).toBe(403);
  });
});
