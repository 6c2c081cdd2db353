import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { DirectoryExport, DirectoryImport } from '../../contract/console/directory-import.ts';
import type { Store } from '../../store/schema/schema.ts';
import { CARS, FLEET, SMALL_DIRECTORY } from '../../server/testing/console-harness.ts';
import { memoryStore } from '../../store/testing/memory-store.ts';
import { readConflicts } from './conflicts.ts';
import { editThing } from './edit.ts';
import { exportDirectory } from './export-directory.ts';
import { importDirectory } from './import.ts';
import { importForOperator, readLastImport } from './imports.ts';
import { previewImport } from './preview.ts';
import { readCollective, readEntity } from './read-directory.ts';
import { seedDirectory } from './seed.ts';
import { undoImport } from './undo.ts';

const SEED = { source: 'world:a', directory: SMALL_DIRECTORY };

const van = { kind: 'entity', id: CARS[0] } as const;
let db: Kysely<Store>;
beforeEach(async () => {
  db = await memoryStore();
  await seedDirectory(db, SEED, 1000);
});

const document = (content: object) => DirectoryImport.parse(content);
const nameOfFleet = async () => (await readCollective(db, FLEET, 0)).collective.name;

describe('a preview', () => {
  test('lists the faults of each row, counts the rest and writes nothing', async () => {
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
    expect(preview.result.entities).toEqual({ added: 1, updated: 1, unchanged: 1, conflicts: 1 });
    expect(preview.faultyRows.entities).toEqual([1, 4]);
    // The same id twice is one new Entity: the second row only repeats the first.
    expect(preview.repeatCount).toBe(1);
    expect(preview.faults.at(-1)).toMatchObject({ index: 4, repeats: 0 });
    expect(preview.faults.map(({ index, field }) => [index, field])).toEqual([
      [1, 'id'],
      [1, 'name'],
      [4, 'id'],
    ]);
    expect(preview.conflicts[0]).toMatchObject({ ours: 'Mine', theirs: 'File' });
    expect(preview.changes[0]).toMatchObject({ field: 'brand', ours: 'Volta', theirs: 'Other' });
    await expect(readEntity(db, id, 0)).rejects.toMatchObject({ status: 404 });
    expect((await readConflicts(db, 0)).total).toBe(0);
  });
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

describe('undoing the last import', () => {
  const added = randomUUID();
  const file = document({
    collectives: [{ id: FLEET, name: 'From file', entities: [CARS[0], added] }],
    entities: [{ id: added, name: 'Added' }],
  });
  const lastId = async () => (await readLastImport(db)).last?.id ?? '';

  test('restores everything', async () => {
    const before = await exportDirectory(db);
    const seen = await readCollective(db, FLEET, 0);
    await importForOperator(db, file, 'Ada', 2000);
    expect((await readLastImport(db)).last).toMatchObject({ operatorName: 'Ada', undoneAt: null });
    await undoImport(db, await lastId(), 3000);
    expect(await exportDirectory(db)).toEqual(before);
    expect(await readCollective(db, FLEET, 0)).toEqual(seen);
    expect((await readLastImport(db)).last?.undoneAt).not.toBeNull();
    await expect(undoImport(db, await lastId(), 4000)).rejects.toMatchObject({ status: 409 });
  });

  test('is refused as a whole, with a message, if something was changed since', async () => {
    await importForOperator(db, file, 'Ada', 2000);
    await editThing(db, { kind: 'entity', id: added }, { note: 'Seen' }, 2500);
    await expect(undoImport(db, await lastId(), 3000)).rejects.toMatchObject({
      code: 'changed_since',
      message: expect.stringContaining('Added was changed since'),
    });
    expect(await nameOfFleet()).toBe('From file');
    expect((await readLastImport(db)).last?.undoneAt).toBeNull();
  });

  test('is refused if an added record is in another Collective since', async () => {
    await importForOperator(db, file, 'Ada', 2000);
    const other = document({ collectives: [{ id: randomUUID(), name: 'B', entities: [added] }] });
    await importDirectory(db, other, 'answer:delete-member', 2500);
    await expect(undoImport(db, await lastId(), 3000)).rejects.toMatchObject({
      code: 'changed_since',
    });
  });

  test('only the last one can be undone', async () => {
    await importForOperator(db, file, 'Ada', 2000);
    const first = await lastId();
    await importForOperator(db, document({}), 'Ada', 3000);
    await expect(undoImport(db, first, 4000)).rejects.toMatchObject({ status: 409 });
  });
});
