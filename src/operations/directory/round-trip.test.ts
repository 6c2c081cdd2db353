import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import type { Kysely } from 'kysely';
import { describe, expect, test } from 'vitest';
import { DirectoryDraft, DirectoryImport } from '../../contract/console/directory-import.ts';
import type { DirectoryKind } from '../../contract/console/directory-changes.ts';
import { z } from '../../contract/zod.ts';
import type { Store } from '../../store/schema/schema.ts';
import { memoryStore } from '../../store/testing/memory-store.ts';
import { directoryCsv } from '../../domain/directory-csv.ts';
import { readTableFile } from '../../web/components/table-file.ts';
import { draftOf, guessMapping } from '../../web/features/directory/import-file.ts';
import { previewImport, readImport } from './read-draft.ts';
import { editRecord } from './edit.ts';
import { exportDirectory } from './export-directory.ts';
import { importDirectory } from './import.ts';
import { seedDirectory } from './seed.ts';

const NO_FACTS = { entities: new Map(), collectives: new Map() };

/** The document that the browser makes of a CSV file. */
async function draftOfFile(bytes: Uint8Array, kind: DirectoryKind): Promise<DirectoryDraft> {
  const { buffer } = Uint8Array.from(bytes);
  const read = await readTableFile({ name: 'a', arrayBuffer: async () => buffer });
  if ('problem' in read) throw new Error(read.problem);
  return draftOf(kind, read.table, guessMapping(kind, read.table.columns));
}

/** The CSV file of an export, as the browser saves it, read again. */
async function draftOfExport(db: Kysely<Store>, kind: DirectoryKind): Promise<DirectoryDraft> {
  const csv = directoryCsv(await exportDirectory(db), kind, NO_FACTS);
  return draftOfFile(new TextEncoder().encode(csv), kind);
}

async function expectNoChange(db: Kysely<Store>): Promise<void> {
  const before = await exportDirectory(db);
  const drafts = [before, await draftOfExport(db, 'entity'), await draftOfExport(db, 'collective')];
  for (const draft of drafts.map((each) => DirectoryDraft.parse(each))) {
    const preview = await previewImport(db, draft, 3000);
    expect(preview).toMatchObject({ faults: [], changes: [], changeCount: 0 });
    expect(preview.result).toMatchObject({
      collectives: { added: 0, updated: 0 },
      entities: { added: 0, updated: 0 },
      memberships: { added: 0, removed: 0 },
    });
    await importDirectory(db, await readImport(draft), 'import', 4000);
    expect(await exportDirectory(db)).toEqual(before);
  }
}

const ODD = [
  ...'\'"=+-@＝＋－＠,;|5. \u00a0éא\u200f\u200b\u202e\u0000\t\n\r'.split(''),
  "'=",
  'e\u0301',
  '👩\u200d👧',
  '\ud83d',
];
const oddText = fc.oneof(
  fc.array(fc.constantFrom(...ODD), { maxLength: 12 }).map((parts) => parts.join('')),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
);
const entity = fc.record({
  id: fc.uuid(),
  name: oddText,
  place: oddText,
  note: oddText,
  tags: fc.array(oddText, { maxLength: 4 }),
});

describe('our own export imported again changes nothing', () => {
  test('whatever the texts are: as an operator entered them, or as a world has them', async () => {
    const asEntered = (row: object) =>
      Object.fromEntries(
        Object.entries(row).filter(([field, value]) => {
          const id = randomUUID();
          return DirectoryImport.safeParse({ entities: [{ id, [field]: value }] }).success;
        }),
      );
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(entity, { minLength: 1, maxLength: 6, selector: ({ id }) => id }),
        oddText,
        async (rows, name) => {
          const db = await memoryStore();
          const world = {
            collectives: [
              {
                id: randomUUID(),
                name,
                type: name,
                owner: null,
                entities: rows.map(({ id }) => id),
              },
            ],
            entities: rows.map((row) => ({
              id: row.id,
              name: row.name,
              type: row.note,
              brand: null,
            })),
          };
          await seedDirectory(db, { source: 'world:a', directory: world }, 1000);
          await expectNoChange(db);
          const entered = DirectoryImport.parse({ entities: rows.map(asEntered) });
          await importDirectory(db, entered, 'import', 2000);
          await expectNoChange(db);
          expect((await exportDirectory(db)).entities).toHaveLength(rows.length);
          await db.destroy();
        },
      ),
      { numRuns: 40 },
    );
  });

  test('a name of a world is on one line, unreversed, and null if invisible', async () => {
    const db = await memoryStore();
    const names = ['Depot\nNorth', '\u202egnp', 'Tab\there', '\u200b\u200b', 'x'.repeat(300)];
    const entities = names.map((name) => ({ id: randomUUID(), name, type: null, brand: null }));
    const depot = { id: randomUUID(), name: ' ', type: null, owner: null, entities: [] };
    await seedDirectory(
      db,
      { source: 'world:a', directory: { collectives: [depot], entities } },
      1000,
    );
    const kept = new Map((await exportDirectory(db)).entities.map(({ id, name }) => [id, name]));
    expect(entities.map(({ id }) => kept.get(id))).toEqual([
      'Depot North',
      'gnp',
      'Tab here',
      null,
      `${'x'.repeat(199)}…`,
    ]);
    await expectNoChange(db);
  });

  test('an archived Entity stays in its Collectives', async () => {
    const db = await memoryStore();
    const [id, depot] = [randomUUID(), randomUUID()];
    const document = DirectoryImport.parse({
      collectives: [{ id: depot, name: 'Depot', entities: [id, randomUUID()] }],
    });
    await importDirectory(db, document, 'import', 1000);
    await editRecord(db, { kind: 'entity', id }, { archived: true }, 2000);
    await expectNoChange(db);
    await editRecord(db, { kind: 'entity', id }, { archived: false }, 5000);
    expect((await exportDirectory(db)).collectives[0]?.entities).toContain(id);
  });
});

/** Files and worlds written after the faults of others; they are not part of this repository. */
const CASES = process.env['CASES_DIR'] ?? '../shared/cases';
const WorldFile = z.object({
  collectives: z.array(
    z.object({ id: z.uuid(), name: z.string(), entities: z.array(z.uuid()).default([]) }),
  ),
  entities: z.array(z.object({ id: z.uuid(), name: z.string() })),
});

describe.skipIf(!existsSync(CASES))('the case files (skipped: CASES_DIR is missing)', () => {
  const read = (name: string) => readFileSync(path.join(CASES, name));
  const json = (name: string): unknown => JSON.parse(read(name).toString());

  test('three files of Entities mean the same, however a spreadsheet saved them', async () => {
    const files = ['ansi.csv', 'bom-trailing.csv', 'unicode-text.txt'];
    const drafts = [];
    for (const name of files) drafts.push(await draftOfFile(read(`d9-entities-${name}`), 'entity'));
    expect(drafts[0]?.entities).toHaveLength(4);
    expect(drafts[0]?.entities?.[0]).toMatchObject({
      name: 'Van 01',
      place: 'Süd',
      tags: ['Zone A', 'north'],
    });
    for (const draft of drafts) expect(draft).toEqual(drafts[0]);
    const db = await memoryStore();
    const preview = await previewImport(db, DirectoryDraft.parse(drafts[0]), 1000);
    expect(preview).toMatchObject({ faultCount: 0, result: { entities: { added: 4 } } });
  });

  test('tags with commas survive export and import', async () => {
    const db = await memoryStore();
    const file = await readImport(json('d9-tags-with-commas.json'));
    const collectives = DirectoryImport.parse({ collectives: [{ id: randomUUID(), name: 'A' }] });
    await importDirectory(db, { ...collectives, entities: file.entities }, 'import', 1000);
    const kept = (await exportDirectory(db)).entities.map(({ tags }) => tags);
    expect(kept).toContainEqual(['Zone A, north', 'night']);
    expect(kept).toContainEqual(['a|b', 'c;d']);
    await expectNoChange(db);
  });

  test.each(['d6-names', 'd8-texts', 'd8b-names-refused'])('the export of %s', async (name) => {
    const db = await memoryStore();
    const { collectives, entities } = WorldFile.parse(json(`${name}.world.json`));
    const directory = {
      collectives: collectives.map((row) => ({ ...row, type: 'Fleet', owner: null })),
      entities: entities.map((row) => ({ ...row, type: 'EV', brand: null })),
    };
    await seedDirectory(db, { source: 'world:a', directory }, 1000);
    expect((await exportDirectory(db)).entities).toHaveLength(entities.length);
    await expectNoChange(db);
  });
});
