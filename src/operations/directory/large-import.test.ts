import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { DirectoryImport } from '../../contract/console/directory-import.ts';
import { turnsDuring } from '../../lib/testing/turns-during.ts';
import type { Store } from '../../store/schema/schema.ts';
import { memoryStore } from '../../store/testing/memory-store.ts';
import { importDirectory } from './import.ts';

const ROWS = 2000;
const ids = Array.from({ length: ROWS }, () => randomUUID());
const DOCUMENT = DirectoryImport.parse({
  collectives: [{ id: randomUUID(), name: 'Depot', entities: ids }],
  entities: ids.map((id, at) => ({ id, name: `Van ${at}`, type: 'EV' })),
});

let db: Kysely<Store>;
beforeEach(async () => {
  db = await memoryStore();
});

const countOf = async (table: 'entities' | 'memberships') => {
  const { count } = await db
    .selectFrom(table)
    .select((row) => row.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
};

test('yields after every hundred rows, also in the second import', async () => {
  for (const at of [1000, 2000]) {
    const turns = await turnsDuring(importDirectory(db, DOCUMENT, 'import', at));
    expect(turns).toBeGreaterThan((3 * ROWS) / 100);
  }
  expect([await countOf('entities'), await countOf('memberships')]).toEqual([ROWS, ROWS]);
});

test('an import that fails halfway leaves nothing behind', async () => {
  await db.schema.createIndex('full').unique().on('memberships').column('source').execute();
  await expect(importDirectory(db, DOCUMENT, 'import', 1000)).rejects.toThrow('UNIQUE');
  expect([await countOf('entities'), await countOf('memberships')]).toEqual([0, 0]);
});
