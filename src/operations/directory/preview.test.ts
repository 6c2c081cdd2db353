import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import type { Kysely } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { DirectoryExport, DirectoryImport } from '../../contract/console/directory-import.ts';
import type { Store } from '../../store/schema/schema.ts';
import { CARS, SMALL_DIRECTORY } from '../../server/testing/console-harness.ts';
import { openStore, openStoreReader } from '../../store/open-store.ts';
import { memoryStore, placeStore } from '../../store/testing/memory-store.ts';
import { editRecord } from './edit.ts';
import { exportDirectory } from './export-directory.ts';
import { previewImport } from './read-draft.ts';
import { importDirectory } from './import.ts';
import { readEntity } from './read-directory.ts';
import { seedDirectory } from './seed.ts';

const SEED = { source: 'world:a', directory: SMALL_DIRECTORY };

const van = { kind: 'entity', id: CARS[0] } as const;
let db: Kysely<Store>;
beforeEach(async () => {
  db = await memoryStore();
  await seedDirectory(db, SEED, 1000);
});

test('a preview lists the faults of each row, counts the rest and writes nothing', async () => {
  const id = randomUUID();
  await editRecord(db, van, { name: 'Mine' }, 2000);
  const preview = await previewImport(
    db,
    {
      entities: [
        { id, name: 'New' },
        { id: 'no', name: 'x'.repeat(300) },
        { id: CARS[0], name: 'File' },
        { id: CARS[1], brand: 'Other', tags: ['a|b', 'c;d'] },
        { id, name: 'Twice' },
      ],
    },
    3000,
  );
  expect(preview.result.entities).toEqual({ added: 1, updated: 2, unchanged: 0 });
  expect(preview.faultyRows.entities).toEqual([1, 4]);
  // The same id twice is one new Entity: the second row only repeats the first.
  expect(preview.repeatCount).toBe(1);
  expect(preview.faults.at(-1)).toMatchObject({ index: 4, repeats: 0 });
  expect(preview.faults.map(({ index, field }) => [index, field])).toEqual([
    [1, 'id'],
    [1, 'name'],
    [4, 'id'],
  ]);
  expect(preview.changes).toMatchObject([
    { field: 'name', ours: 'Mine', theirs: 'File' },
    { field: 'brand', ours: 'Volta', theirs: 'Other' },
    { field: 'tags', ours: '', theirs: '["a|b","c;d"]' },
  ]);
  expect(preview.changeCount).toBe(3);
  await expect(readEntity(db, id, 0)).rejects.toMatchObject({ status: 404 });
});

test('names that hide or turn round characters are faults of their rows; kept ones stay readable', async () => {
  await db.updateTable('entities').set({ name: 'Van \u202E7' }).where('id', '=', CARS[0]).execute();
  const entities = [
    { id: randomUUID(), name: 'Zürich', note: 'Two\r\nlines' },
    { id: randomUUID(), name: 'Van \u202E7' },
    { id: randomUUID(), name: '\u200B' },
    { id: randomUUID(), tags: ['a\nb'] },
    { id: randomUUID(), note: 'bell \u0007' },
    { id: 'van-7', name: 'Van' },
  ];
  const preview = await previewImport(db, { entities }, 2000);
  expect(
    preview.faults.map(({ index, field, message }) => `${index} ${field}: ${message}`),
  ).toEqual([
    '1 name: It contains a control character, a line break or a mark of direction.',
    '2 name: It has no visible character.',
    '3 tags.0: It contains a control character, a line break or a mark of direction.',
    '4 note: It contains a control character or a mark of direction.',
    '5 id: Not an id: expected a UUID.',
  ]);
  const exported = DirectoryExport.parse(await exportDirectory(db));
  expect(exported.entities.map(({ name }) => name)).toContain('Van \u202E7');
});

test('a preview does not wait for changes, and no change waits for it', async () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'preview-')), 'console.db');
  await placeStore(file);
  const [store, reader] = [await openStore(file), openStoreReader(file)];
  await store.transaction().execute(async (trx) => {
    await importDirectory(trx, SMALL_DIRECTORY, 'import', 1000);
    const preview = await previewImport(reader, { entities: [...SMALL_DIRECTORY.entities] }, 2000);
    expect(preview.result.entities).toEqual({ added: 2, updated: 0, unchanged: 0 });
  });
  await Promise.all([store.destroy(), reader.destroy()]);
});

test('what only another world has is new; ids that the Service refuses are counted', async () => {
  const refused = { unreachable_status: 404, unreachable_at: 1500 };
  await db.updateTable('entities').set(refused).where('id', '=', CARS[1]).execute();
  const draft = { entities: CARS.map((id) => ({ id })) };
  expect(await previewImport(db, draft, 2000)).toMatchObject({
    result: { entities: { added: 0, unchanged: 2 } },
    refusedCount: 1,
  });
  await seedDirectory(db, null, 3000);
  const elsewhere = await previewImport(db, draft, 4000);
  expect(elsewhere.result.entities).toEqual({ added: 2, updated: 0, unchanged: 0 });
  await importDirectory(db, DirectoryImport.parse(draft), 'import', 5000);
  expect((await readEntity(db, CARS[0], 6000)).entity.name).toBe('Van 1');
});

const ids = (kind: string) =>
  [1, 2, 3, 4].map((at) => `00000000-0000-4000-8000-0000000000${kind}${at}`);
const [COLLECTIVES, ENTITIES] = [ids('c'), ids('e')];
const some = (of: readonly string[]) => fc.option(fc.subarray([...of]), { nil: undefined });
const name = fc.constantFrom('Van', 'Depot', 'Bus');
const rows = (of: readonly string[], more: (id: string) => fc.Arbitrary<object>) =>
  fc.subarray([...of]).chain((chosen) => fc.tuple(...chosen.map(more)));
const draft = fc.record({
  collectives: rows(COLLECTIVES, (id) =>
    fc.record({ id: fc.constant(id), name, entities: some(ENTITIES) }),
  ),
  entities: rows(ENTITIES, (id) =>
    fc.record({ id: fc.constant(id), name: fc.option(name), collectives: some(COLLECTIVES) }),
  ),
});

test('an import does what its preview says, whatever came before; a second time it changes nothing', async () => {
  const archived = fc.option(fc.constantFrom(...ENTITIES), { nil: null });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(draft, archived), { maxLength: 5 }), async (steps) => {
      const store = await memoryStore();
      for (const [content, id] of steps) {
        const document = DirectoryImport.parse(content);
        const { result } = await previewImport(store, content, 2000);
        expect(await importDirectory(store, document, 'import', 3000)).toEqual(result);
        expect(await importDirectory(store, document, 'import', 4000)).toMatchObject({
          collectives: { added: 0, updated: 0 },
          entities: { added: 0, updated: 0 },
          memberships: { added: 0, removed: 0 },
        });
        const known = (await exportDirectory(store)).entities.some((entity) => entity.id === id);
        if (known && id !== null) {
          await editRecord(store, { kind: 'entity', id }, { archived: true }, 5000);
        }
      }
      await store.destroy();
    }),
    { numRuns: 30 },
  );
});
