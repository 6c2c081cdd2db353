import { randomUUID } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { Collective } from '../../contract/collective.ts';
import { DirectoryImport } from '../../contract/console/directory-import.ts';
import { z } from '../../contract/zod.ts';
import { turnsDuring } from '../../lib/testing/turns-during.ts';
import type { Store } from '../../store/schema/schema.ts';
import { CARS, FLEET, SMALL_DIRECTORY } from '../../server/testing/console-harness.ts';
import { memoryStore } from '../../store/testing/memory-store.ts';
import { learnMembership } from './learn-answers.ts';
import { importDirectory } from './import.ts';
import { knownMembers, readCollective, readCollectives, readEntity } from './read-directory.ts';
import { seedDirectory } from './seed.ts';
import { readToDecide } from './to-decide.ts';

describe('importing', () => {
  let db: Kysely<Store>;
  beforeEach(async () => {
    db = await memoryStore();
    await importDirectory(db, SMALL_DIRECTORY, 'import', 1000);
  });
  const other = randomUUID();

  test('replaces the membership of a Collective in the document, and deletes nothing', async () => {
    const document = DirectoryImport.parse({
      collectives: [{ id: FLEET, name: 'Depot 2', entities: [CARS[0], other] }],
    });
    expect(await importDirectory(db, document, 'import', 2000)).toEqual({
      collectives: { added: 0, updated: 1, unchanged: 0 },
      entities: { added: 1, updated: 0, unchanged: 1 },
      memberships: { added: 1, removed: 1 },
    });
    const { collective, entities } = await readCollective(db, FLEET, 3000);
    expect(collective).toMatchObject({ name: 'Depot 2', type: 'Fleet', entityCount: 2 });
    expect(entities.map((entity) => [entity.id, entity.name])).toEqual([
      [CARS[0], 'Van 1'],
      [other, null],
    ]);
    expect((await readEntity(db, CARS[1], 3000)).entity.collectives).toEqual([]);
  });
});

describe('a large import', () => {
  const ROWS = 2000;
  const ids = Array.from({ length: ROWS }, () => randomUUID());
  const document = DirectoryImport.parse({
    collectives: [{ id: randomUUID(), name: 'Depot', entities: ids }],
    entities: ids.map((id, at) => ({ id, name: `Van ${at}`, type: 'EV' })),
  });
  const rowsOf = async (db: Kysely<Store>) => [
    (await db.selectFrom('entities').select('id').execute()).length,
    (await db.selectFrom('memberships').select('entity_id').execute()).length,
  ];

  test('yields after every hundred rows that it writes, and when it only reads', async () => {
    const db = await memoryStore();
    const turns = (at: number) => turnsDuring(importDirectory(db, document, 'import', at));
    expect(await turns(1000)).toBeGreaterThan((2 * ROWS) / 100);
    expect(await turns(2000)).toBeGreaterThan((2 * ROWS) / 500);
    expect(await rowsOf(db)).toEqual([ROWS, ROWS]);
  });

  test('lets other changes be stored between its parts', async () => {
    const db = await memoryStore();
    const order: string[] = [];
    const importing = importDirectory(db, document, 'import', 1000).then(() =>
      order.push('import'),
    );
    await db.transaction().execute((trx) => trx.selectFrom('entities').select('id').execute());
    order.push('other');
    await importing;
    expect(order).toEqual(['other', 'import']);
  });

  test('that stops halfway says so, and the same file completes it; inside a transaction nothing is left', async () => {
    const db = await memoryStore();
    await db.schema.createIndex('full').unique().on('memberships').column('source').execute();
    const whole = db.transaction().execute((trx) => importDirectory(trx, document, 'import', 1000));
    await expect(whole).rejects.toThrow(/unique/i);
    expect(await rowsOf(db)).toEqual([0, 0]);
    await expect(importDirectory(db, document, 'import', 1000)).rejects.toThrow(
      'The import stopped after 2,001 records. They stay; import the file again to complete it.',
    );
    await db.schema.dropIndex('full').execute();
    const again = await importDirectory(db, document, 'import', 2000);
    expect(again).toMatchObject({ entities: { unchanged: ROWS }, memberships: { added: ROWS } });
    expect(await rowsOf(db)).toEqual([ROWS, ROWS]);
  });
});

/** The steps of a query plan of SQLite. */
const Plan = z.array(z.object({ detail: z.string() }));

test('the members of a Collective are found without scanning all Entities', async () => {
  const db = await memoryStore();
  await seedDirectory(db, { source: 'world:a', directory: SMALL_DIRECTORY }, 1000);
  await db.updateTable('entities').set({ archived: 1 }).where('id', '=', CARS[0]).execute();
  const query = knownMembers(db, FLEET).select('entities.id');
  const ids = (await query.execute()).map(({ id }) => id);
  expect(ids.toSorted()).toEqual(CARS.slice(1).toSorted());
  const plan = Plan.parse(await query.explain(undefined, sql`query plan`));
  expect(plan[0]?.detail).toMatch(/^SEARCH memberships .*collective_id/);
  expect(plan[1]?.detail).toMatch(/^SEARCH entities .*\(id=\?\)/);
});

describe('seeding', () => {
  test('hides records of other worlds, and shows them when those return', async () => {
    const db = await memoryStore();
    const names = async () =>
      (await readCollectives(db, 0)).collectives.map((collective) => collective.name);
    const second = DirectoryImport.parse({ collectives: [{ id: randomUUID(), name: 'Other' }] });
    await importDirectory(
      db,
      DirectoryImport.parse({ collectives: [{ id: randomUUID(), name: 'Mine' }] }),
      'import',
      0,
    );
    await seedDirectory(db, { source: 'world:a', directory: SMALL_DIRECTORY }, 1);
    expect(await names()).toEqual(['Depot', 'Mine']);
    await seedDirectory(db, { source: 'world:b', directory: second }, 2);
    expect(await names()).toEqual(['Mine', 'Other']);
    await expect(readEntity(db, CARS[0], 0)).rejects.toMatchObject({ status: 404 });
    await seedDirectory(db, { source: 'world:a', directory: SMALL_DIRECTORY }, 3);
    expect(await names()).toEqual(['Depot', 'Mine']);
    await seedDirectory(db, null, 4);
    expect(await names()).toEqual(['Mine']);
  });

  test('an unchanged world does not undo a later import', async () => {
    const db = await memoryStore();
    const seed = { source: 'world:a', directory: SMALL_DIRECTORY };
    await seedDirectory(db, seed, 1);
    const renamed = DirectoryImport.parse({ collectives: [{ id: FLEET, name: 'Renamed' }] });
    await importDirectory(db, renamed, 'import', 2);
    await seedDirectory(db, seed, 3);
    expect((await readCollective(db, FLEET, 4)).collective.name).toBe('Renamed');
  });
});

describe('learning from an answer', () => {
  const answer = (more: object) => Collective.parse({ id: FLEET, name: 'Theirs', ...more });
  const seed = { source: 'world:a', directory: SMALL_DIRECTORY };
  let db: Kysely<Store>;
  beforeEach(async () => {
    db = await memoryStore();
    await seedDirectory(db, seed, 1000);
  });

  test('removes members that are not named and applies the new name; a stranger becomes known, not a member', async () => {
    const stranger = randomUUID();
    await learnMembership(db, answer({ entities: [CARS[1], CARS[1], stranger] }), 2000);
    const { collective, entities } = await readCollective(db, FLEET, 3000);
    expect(collective).toMatchObject({
      name: 'Theirs',
      type: 'Fleet',
      entityCount: 1,
      source: 'world:a',
      knownAt: '1970-01-01T00:00:02.000Z',
    });
    expect(entities.map((entity) => [entity.id, entity.name])).toEqual([[CARS[1], 'Van 2']]);
    expect((await readEntity(db, stranger, 3000)).entity).toMatchObject({
      source: 'answer:delete-member',
      collectives: [],
    });
    const { collectives } = await readToDecide(db, FLEET, 3000);
    expect(collectives[0]?.named).toMatchObject([
      { entityId: stranger, toldAt: '1970-01-01T00:00:02.000Z' },
    ]);
    expect((await readEntity(db, CARS[0], 3000)).entity.collectives).toEqual([]);
  });

  test('stays hidden with its world', async () => {
    await learnMembership(db, answer({ entities: [CARS[1]] }), 2000);
    await seedDirectory(db, null, 3000);
    expect((await readCollectives(db, 4000)).collectives).toEqual([]);
    await seedDirectory(db, seed, 5000);
    expect((await readCollective(db, FLEET, 6000)).collective.entityCount).toBe(1);
  });

  test('an answer without a list changes nothing; an empty list needs confirmation', async () => {
    const membership = async () => ({
      count: (await readCollective(db, FLEET, 3000)).collective.entityCount,
      leaving:
        (await readToDecide(db, FLEET, 3000)).collectives[0]?.leaving?.entities.length ?? null,
    });
    await learnMembership(db, answer({}), 2000);
    await learnMembership(db, answer({ entities: null }), 2000);
    expect(await membership()).toEqual({ count: 2, leaving: null });
    await learnMembership(db, answer({ entities: [] }), 2000);
    expect(await membership()).toEqual({ count: 2, leaving: 2 });
    await learnMembership(db, answer({ entities: [...CARS] }), 2500);
    expect(await membership()).toEqual({ count: 2, leaving: null });
  });

  test('the last custom properties are stored, whatever their value', async () => {
    const stored = async () => (await readCollective(db, FLEET, 9000)).properties;
    expect(await stored()).toBeNull();
    const properties = { depots: [{ name: 'Öst', bays: 4 }], open: null, '': [[1], {}] };
    await learnMembership(db, answer({ properties }), 2000);
    expect(await stored()).toEqual({ value: properties, toldAt: '1970-01-01T00:00:02.000Z' });
    await learnMembership(db, answer({ entities: [CARS[1]] }), 3000);
    expect(await stored()).toEqual({ value: properties, toldAt: '1970-01-01T00:00:02.000Z' });
    await learnMembership(db, answer({ properties: 'gone' }), 4000);
    expect(await stored()).toEqual({ value: 'gone', toldAt: '1970-01-01T00:00:04.000Z' });
  });

  test('an unknown Collective is added under its name, a nameless one is not', async () => {
    const named = { id: randomUUID(), name: 'New', type: 'Fleet', entities: [CARS[0]] };
    await learnMembership(db, answer(named), 2000);
    expect((await readCollective(db, named.id, 3000)).collective).toMatchObject({
      name: 'New',
      type: 'Fleet',
      entityCount: 0,
    });
    const { collectives } = await readToDecide(db, named.id, 3000);
    expect(collectives).toMatchObject([{ name: 'New', named: [{ entityId: CARS[0] }] }]);
    const nameless = { id: randomUUID(), name: null, entities: [CARS[0]] };
    await learnMembership(db, answer(nameless), 2000);
    await expect(readCollective(db, nameless.id, 3000)).rejects.toMatchObject({ status: 404 });
  });
});
