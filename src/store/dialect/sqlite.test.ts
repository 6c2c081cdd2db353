import { mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql, type Generated, type Kysely } from 'kysely';
import { describe, expect, test } from 'vitest';
import { LOG_MAX_BYTES } from './checkpoints.ts';
import type { Migrations } from './migrate.ts';
import { openReadOnly, openSqlite } from './sqlite.ts';
import { StartError } from '../../lib/start-error.ts';
import { isStoreFailure, storeCode } from '../store-failure.ts';

interface Schema {
  note: { id: Generated<number>; text: string };
}

const migrations: Migrations = {
  '001': {
    up: (db) =>
      db.schema
        .createTable('note')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('text', 'text', (column) => column.notNull())
        .execute(),
  },
};

const newFile = (name = 'a.db') => path.join(mkdtempSync(path.join(tmpdir(), 'sqlite-')), name);
const textsOf = async (db: Kysely<Schema>) =>
  (await db.selectFrom('note').select('text').execute()).map(({ text }) => text);
const add = (db: Kysely<Schema>, text: string) => db.insertInto('note').values({ text }).execute();
/** An open store, and another reader of its file. */
async function openBoth(name?: string) {
  const file = newFile(name);
  const db = await openSqlite<Schema>(file, migrations);
  return { file, log: `${file}-wal`, db, reader: openReadOnly<Schema>(file) };
}

describe('openSqlite', () => {
  test('keeps rows after a restart, and runs a migration once', async () => {
    const file = newFile('deep/a.db');
    const first = await openSqlite<Schema>(file, migrations);
    await add(first, 'kept');
    await first.destroy();
    const second = await openSqlite<Schema>(file, migrations);
    expect(await textsOf(second)).toEqual(['kept']);
    await second.destroy();
  });

  test('commits move into the file while it is open, during more writes', async () => {
    const file = newFile();
    const db = await openSqlite<Schema>(file, migrations);
    const text = 'x'.repeat(100_000);
    const write = () => db.transaction().execute((trx) => add(trx, text));
    await Promise.all(Array.from({ length: 30 }, write));
    const size = async () => {
      await add(db, 'more');
      return statSync(file).size;
    };
    await expect.poll(size, { timeout: 10_000 }).toBeGreaterThan(30 * text.length);
    await db.destroy();
  });

  test('a long log is cut while the file is open', async () => {
    const file = newFile();
    const db = await openSqlite<Schema>(file, migrations);
    const text = 'x'.repeat(LOG_MAX_BYTES);
    await add(db, text);
    expect(statSync(`${file}-wal`).size).toBeGreaterThan(LOG_MAX_BYTES);
    await expect.poll(() => statSync(`${file}-wal`).size, { timeout: 10_000 }).toBe(0);
    await db.destroy();
  });

  test('the log is cut at a stop, and nothing of it is lost', async () => {
    const { log, db, reader } = await openBoth();
    await add(db, 'kept');
    expect(await textsOf(reader)).toEqual(['kept']);
    expect(statSync(log).size).toBeGreaterThan(0);
    await db.destroy();
    expect(statSync(log).size).toBe(0);
    expect(await textsOf(reader)).toEqual(['kept']);
    await reader.destroy();
  });

  test('a lasting reader does not delay a stop', async () => {
    const { log, db, reader } = await openBoth();
    await sql`begin`.execute(reader);
    await textsOf(reader);
    await add(db, 'kept');
    await db.destroy();
    expect(statSync(log).size).toBeGreaterThan(0);
    await sql`commit`.execute(reader);
    expect(await textsOf(reader)).toEqual(['kept']);
    await reader.destroy();
  });

  test('a schema of a newer version is refused by name, and left unchanged', async () => {
    const file = newFile();
    const newer = { ...migrations, '002-from-tomorrow': { up: () => Promise.resolve() } };
    await (await openSqlite<Schema>(file, newer)).destroy();
    const attempt = openSqlite<Schema>(file, migrations);
    await expect(attempt).rejects.toThrow(StartError);
    const why = 'its schema has 002-from-tomorrow, which this version does not know';
    await expect(attempt).rejects.toThrow(`was written by a newer Gridhelm: ${why}`);
    await (await openSqlite<Schema>(file, newer)).destroy();
  });

  test('a read-only connection sees the writes of others, and writes nothing', async () => {
    const { file, db, reader } = await openBoth('a #1?.db');
    await add(db, 'one');
    expect(await textsOf(reader)).toEqual(['one']);
    await expect(reader.deleteFrom('note').execute()).rejects.toThrow('readonly');
    await db.destroy();
    expect(await textsOf(reader)).toEqual(['one']);
    await reader.destroy();
    expect(() => openReadOnly(`${file}.none`)).toThrow(StartError);
  });

  test('rolls a failed transaction back', async () => {
    const db = await openSqlite<Schema>(':memory:', migrations);
    const attempt = db.transaction().execute(async (trx) => {
      await add(trx, 'gone');
      throw new Error('stop');
    });
    await expect(attempt).rejects.toThrow('stop');
    expect(await textsOf(db)).toEqual([]);
    await db.destroy();
  });

  test('a transaction that a full disk ends throws that the disk is full', async () => {
    const db = await openSqlite<Schema>(':memory:', migrations);
    await sql`pragma max_page_count = 20`.execute(db);
    const fill = db.transaction().execute(async (trx) => {
      for (;;) await add(trx, 'x'.repeat(4000));
    });
    const thrown: unknown = await fill.catch((error: unknown) => error);
    expect(storeCode(thrown)).toBe('SQLITE_FULL');
    expect(isStoreFailure(thrown)).toBe(true);
    // The connection is usable, and nothing of the transaction is left.
    expect(await textsOf(db)).toEqual([]);
    await db.transaction().execute((trx) => add(trx, 'a'));
    expect(await textsOf(db)).toEqual(['a']);
    await db.destroy();
  });

  test('a failed statement can be reused, even after a schema change', async () => {
    const db = await openSqlite<Schema>(':memory:', migrations);
    const insert = () => db.insertInto('note').values({ id: 1, text: 'one' }).execute();
    const read = () => db.selectFrom('note').selectAll().execute();
    await insert();
    await expect(insert()).rejects.toThrow('UNIQUE');
    await db.deleteFrom('note').execute();
    await insert();
    expect(await read()).toEqual([{ id: 1, text: 'one' }]);
    await db.schema.alterTable('note').addColumn('more', 'text').execute();
    expect(await read()).toEqual([{ id: 1, text: 'one', more: null }]);
    await db.destroy();
  });

  test('stores a boolean as 0 or 1', async () => {
    const db = await openSqlite<Schema>(':memory:', migrations);
    const { rows } = await sql`select ${true} as yes, ${false} as no`.execute(db);
    expect(rows).toEqual([{ yes: 1, no: 0 }]);
    await db.destroy();
  });

  test('names the file if the folder cannot be used', async () => {
    const notAFolder = newFile('file');
    writeFileSync(notAFolder, '');
    const open = openSqlite<Schema>(path.join(notAFolder, 'a.db'), migrations);
    await expect(open).rejects.toThrow(StartError);
    await expect(open).rejects.toThrow(notAFolder);
  });
});
