import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { DirectoryExport } from '../../contract/console/directory-import.ts';
import type { Store } from '../../store/schema/schema.ts';
import { CARS, SMALL_DIRECTORY } from '../../server/testing/console-harness.ts';
import { memoryStore } from '../../store/testing/memory-store.ts';
import { editThing } from './edit.ts';
import { exportDirectory } from './export-directory.ts';
import { previewImport } from './import.ts';
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
  await editThing(db, van, { name: 'Mine' }, 2000);
  const preview = await previewImport(
    db,
    {
      entities: [
        { id, name: 'New' },
        { id: 'no', name: 'x'.repeat(300) },
        { id: CARS[0], name: 'File' },
        { id: CARS[1], brand: 'Other' },
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
  ]);
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
