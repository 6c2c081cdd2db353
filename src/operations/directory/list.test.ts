import type { Kysely } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { NO_VALUE } from '../../contract/console/choices.ts';
import { DirectoryImport } from '../../contract/console/directory-import.ts';
import type { Store } from '../../store/schema/schema.ts';
import { memoryStore } from '../../store/testing/memory-store.ts';
import { editRecord } from './edit.ts';
import { readTargets } from '../jobs/targets.ts';
import { countEntities } from './facets.ts';
import { findEverywhere } from './find.ts';
import { importDirectory } from './import.ts';
import { listEntities } from './list.ts';

const id = (last: number) => `00000000-0000-4000-8000-${String(last).padStart(12, '0')}`;
const DEPOT = id(900);
const YARD = id(901);

let db: Kysely<Store>;
beforeEach(async () => {
  db = await memoryStore();
  const document = DirectoryImport.parse({
    collectives: [
      { id: DEPOT, name: 'Depot', entities: [id(1), id(2), id(10)] },
      { id: YARD, name: 'Yard', entities: [id(2)] },
    ],
    entities: [
      { id: id(1), name: 'Van 1', type: 'EV', brand: 'Volta', place: 'Bern' },
      { id: id(2), name: 'Van 2', type: 'EV', brand: 'Ampera', tags: ['night'] },
      { id: id(10), name: 'Van 10', type: 'ChargePoint', brand: 'Volta', place: 'Basel' },
      { id: id(11), name: 'Zürich 100%_a', tags: ['night', 'leased'] },
      { id: id(12), type: 'EV' },
    ],
  });
  await importDirectory(db, document, 'world:a', 1000);
  await editRecord(db, { kind: 'entity', id: id(12) }, { archived: true }, 2000);
});

const names = async (query: object) => {
  const page = await listEntities(db, query, 0);
  return page.entities.map(({ name }) => name);
};

describe('a list of Entities', () => {
  test('is sorted with natural numbers, and missing values last', async () => {
    expect(await names({})).toEqual(['Van 1', 'Van 2', 'Van 10', 'Zürich 100%_a']);
    expect(await names({ order: 'desc' })).toEqual(['Zürich 100%_a', 'Van 10', 'Van 2', 'Van 1']);
    expect(await names({ sort: 'place' })).toEqual(['Van 10', 'Van 1', 'Van 2', 'Zürich 100%_a']);
    expect(await names({ sort: 'brand' })).toEqual(['Van 2', 'Van 1', 'Van 10', 'Zürich 100%_a']);
  });

  test('has pages that together contain every row once', async () => {
    const seen = [];
    for (let offset = 0; offset < 4; offset += 2) {
      const page = await listEntities(db, { offset, limit: 2, sort: 'type' }, 0);
      expect(page).toMatchObject({ total: 4, offset });
      seen.push(...page.entities.map((row) => row.id));
    }
    expect(new Set(seen).size).toBe(4);
  });

  test('is searched by name, id, brand, tag and place; every term must occur', async () => {
    expect(await names({ q: 'VAN volta' })).toEqual(['Van 1', 'Van 10']);
    expect(await names({ q: id(10) })).toEqual(['Van 10']);
    expect(await names({ q: `van ${id(10).slice(0, 23)}` })).toEqual(['Van 1', 'Van 2', 'Van 10']);
    expect(await names({ q: 'leased' })).toEqual(['Zürich 100%_a']);
    expect(await names({ q: 'basel' })).toEqual(['Van 10']);
    expect(await names({ q: 'ZÜRICH' })).toEqual(['Zürich 100%_a']);
    expect(await names({ q: 'van nothing' })).toEqual([]);
  });

  test('a few letters never match inside ids, neither in a list nor in a selection', async () => {
    expect(await names({ q: 'van 0' })).toEqual(['Van 10']);
    expect(await names({ q: '000' })).toEqual([]);
    expect(await names({ q: '000000000010' })).toEqual([]);
    expect(await names({ q: '0000-0000' })).toEqual([]);
    const selected = async (q: string) =>
      (await readTargets(db, { filter: { q } }, 0)).entities.map(({ name }) => name);
    expect(await selected('van 0')).toEqual(['Van 10']);
    expect(await selected('0000')).toHaveLength(4);
  });

  test('wildcards of the database are escaped', async () => {
    expect(await names({ q: '100%_a' })).toEqual(['Zürich 100%_a']);
    expect(await names({ q: '%' })).toEqual(['Zürich 100%_a']);
    expect(await names({ q: '_' })).toEqual(['Zürich 100%_a']);
    expect(await names({ q: '\\' })).toEqual([]);
    expect(await names({ tag: 'n%' })).toEqual([]);
  });

  test('is filtered, even by missing values', async () => {
    expect(await names({ type: 'EV' })).toEqual(['Van 1', 'Van 2']);
    expect(await names({ type: NO_VALUE })).toEqual(['Zürich 100%_a']);
    expect(await names({ collective: YARD })).toEqual(['Van 2']);
    expect(await names({ tag: 'night', type: 'EV' })).toEqual(['Van 2']);
    expect(await names({ archived: '1' })).toEqual([null]);
  });

  test('shows and filters unreachable Entities', async () => {
    const news = { unreachable_status: 404, unreachable_at: 5000 };
    await db.updateTable('entities').set(news).where('id', '=', id(2)).execute();
    const page = await listEntities(db, { health: 'unreachable' }, 0);
    expect(page.entities.map((row) => [row.name, row.unreachable])).toEqual([
      ['Van 2', { status: 404, at: '1970-01-01T00:00:05.000Z', offboardedAt: null }],
    ]);
    expect(await names({ health: 'fine' })).not.toContain('Van 2');
  });
});

describe('counts of filters', () => {
  test('each value has the number of rows it would show, with the other filters unchanged', async () => {
    const facets = await countEntities(db, { type: 'EV' }, 0);
    expect(facets.total).toBe(2);
    expect(facets.type.values.map(({ value, count }) => [value, count])).toEqual([
      ['EV', 2],
      ['ChargePoint', 1],
      [NO_VALUE, 1],
    ]);
    expect(facets.brand.values.map(({ value, count }) => [value, count])).toEqual([
      ['Ampera', 1],
      ['Volta', 1],
    ]);
    // What is not counted is that of the whole directory.
    expect(facets.tag).toEqual(['leased', 'night']);
  });

  test('name the columns that are empty for all', async () => {
    const empty = async () => (await countEntities(db, {}, 0)).empty;
    expect(await empty()).toContain('note');
    expect(await empty()).not.toContain('tags');
    const document = DirectoryImport.parse({ entities: [{ id: id(1), note: 'Leased' }] });
    await importDirectory(db, document, 'typed', 2000);
    expect(await empty()).not.toContain('note');
  });

  test('agree with the lists', async () => {
    for (const filter of [{}, { q: 'van' }, { tag: 'night' }, { collective: DEPOT }]) {
      const facets = await countEntities(db, filter, 0);
      expect(facets.total).toBe((await listEntities(db, filter, 0)).total);
      for (const { value, count } of facets.brand.values) {
        const { total } = await listEntities(db, { ...filter, brand: value }, 0);
        expect([filter, value, total]).toEqual([filter, value, count]);
      }
    }
  });
});

describe('a search of everything', () => {
  test('finds names of both kinds, and an archived record by its id only', async () => {
    const found = await findEverywhere(db, 'van', 0);
    expect(found.entities.map(({ name }) => name)).toEqual(['Van 1', 'Van 2', 'Van 10']);
    expect((await findEverywhere(db, 'depot', 0)).collectives).toEqual([
      { id: DEPOT, name: 'Depot', type: null },
    ]);
    expect((await findEverywhere(db, id(12).toUpperCase(), 0)).entities).toHaveLength(1);
    expect(await findEverywhere(db, id(77), 0)).toEqual({
      collectives: [],
      entities: [],
      batches: [],
      commands: [],
    });
  });
});
