import { mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql, type Generated } from 'kysely';
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

describe('openSqlite', () => {
  test('keeps rows after a restart, and runs a migration once', async () => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'sqlite-')), 'deep', 'a.db');
    const first = await openSqlite<Schema>(file, migrations);
    await first.insertInto('note').values({ text: 'kept' }).execute();
    await first.destroy();
    const second = await openSqlite<Schema>(file, migrations);
    expect(await second.selectFrom('note').select('text').execute()).toEqual([{ text: 'kept' }]);
    await second.destroy();
  });

  test('commits move into the file while it is open, during more writes', async () => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'sqlite-')), 'a.db');
    const db = await openSqlite<Schema>(file, migrations);
    const text = 'x'.repeat(100_000);
    const written = Array.from({ length: 30 }, () =>
      db.transaction().execute((trx) => trx.insertInto('note').values({ text }).execute()),
    );
    await Promise.all(written);
    await expect
      .poll(
        async () => {
          await db.insertInto('note').values({ text: 'more' }).execute();
          return statSync(file).size;
        },
        { timeout: 10_000 },
      )
      .toBeGreaterThan(30 * text.length);
    await db.destroy();
  });

  test('a long log is cut while the file is open', async () => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'sqlite-')), 'a.db');
    const db = await openSqlite<Schema>(file, migrations);
    const text = 'x'.repeat(LOG_MAX_BYTES);
    await db.insertInto('note').values({ text }).execute();
    expect(statSync(`${file}-wal`).size).toBeGreaterThan(LOG_MAX_BYTES);
    await expect.poll(() => statSync(`${file}-wal`).size, { timeout: 10_000 }).toBe(0);
    await db.destroy();
  });

  test('the log is cut at a stop, and nothing of it is lost', async () => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'sqlite-')), 'a.db');
    const db = await openSqlite<Schema>(file, migrations);
    const reader = openReadOnly<Schema>(file);
    const rows = () => reader.selectFrom('note').select('text').execute();
    await db.insertInto('note').values({ text: 'kept' }).execute();
    expect(await rows()).toEqual([{ text: 'kept' }]);
    expect(statSync(`${file}-wal`).size).toBeGreaterThan(0);
    await db.destroy();
    expect(statSync(`${file}-wal`).size).toBe(0);
    expect(await rows()).toEqual([{ text: 'kept' }]);
    await reader.destroy();
  });

  test('a lasting reader does not delay a stop', async () => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'sqlite-')), 'a.db');
    const db = await openSqlite<Schema>(file, migrations);
    const reader = openReadOnly<Schema>(file);
    await sql`begin`.execute(reader);
    await reader.selectFrom('note').selectAll().execute();
    await db.insertInto('note').values({ text: 'kept' }).execute();
    await db.destroy();
    expect(statSync(`${file}-wal`).size).toBeGreaterThan(0);
    await sql`commit`.execute(reader);
    expect(await reader.selectFrom('note').select('text').execute()).toEqual([{ text: 'kept' }]);
    await reader.destroy();
  });

  test('a schema of a newer version is refused by name, and left unchanged', async () => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'sqlite-')), 'a.db');
    const newer = { ...migrations, '002-from-tomorrow': { up: () => Promise.resolve() } };
    await (await openSqlite<Schema>(file, newer)).destroy();
    const attempt = openSqlite<Schema>(file, migrations);
    await expect(attempt).rejects.toThrow(StartError);
    await expect(attempt).rejects.toThrow(
      'was written by a newer Gridhelm: its schema has 002-from-tomorrow, which this version does not know',
    );
    await (await openSqlite<Schema>(file, newer)).destroy();
  });

  test('a read-only connection sees the writes of others, and writes nothing', async () => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'sqlite-')), 'a #1?.db');
    const writer = await openSqlite<Schema>(file, migrations);
    const reader = openReadOnly<Schema>(file);
    await writer.insertInto('note').values({ text: 'one' }).execute();
    const rows = () => reader.selectFrom('note').select('text').execute();
    expect(await rows()).toEqual([{ text: 'one' }]);
    await expect(reader.deleteFrom('note').execute()).rejects.toThrow('readonly');
    await writer.destroy();
    expect(await rows()).toEqual([{ text: 'one' }]);
    await reader.destroy();
    expect(() => openReadOnly(`${file}.none`)).toThrow(StartError);
  });

  test('rolls a failed transaction back', async () => {
    const db = await openSqlite<Schema>(':memory:', migrations);
    const attempt = db.transaction().execute(async (trx) => {
      await trx.insertInto('note').values({ text: 'gone' }).execute();
      throw new Error('stop');
    });
    await expect(attempt).rejects.toThrow('stop');
    expect(await db.selectFrom('note').selectAll().execute()).toEqual([]);
    await db.destroy();
  });

  test('a transaction that a full disk ends throws that the disk is full', async () => {
    const db = await openSqlite<Schema>(':memory:', migrations);
    await sql`pragma max_page_count = 20`.execute(db);
    const fill = db.transaction().execute(async (trx) => {
      for (;;)
        await trx
          .insertInto('note')
          .values({ text: 'x'.repeat(4000) })
          .execute();
    });
    const thrown: unknown = await fill.catch((error: unknown) => error);
    expect(storeCode(thrown)).toBe('SQLITE_FULL');
    expect(isStoreFailure(thrown)).toBe(true);
    // The connection is usable, and nothing of the transaction is left.
    expect(await db.selectFrom('note').selectAll().execute()).toEqual([]);
    await db.transaction().execute((trx) => trx.insertInto('note').values({ text: 'a' }).execute());
    expect(await db.selectFrom('note').select('text').execute()).toEqual([{ text: 'a' }]);
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
    const { rows } = await sql<{
      yes: number;
      no: number;
    }>`select ${true} as yes, ${false} as no`.execute(db);
    expect(rows).toEqual([{ yes: 1, no: 0 }]);
    await db.destroy();
  });

  test('names the file if the folder cannot be used', async () => {
    const notAFolder = path.join(mkdtempSync(path.join(tmpdir(), 'sqlite-')), 'file');
    writeFileSync(notAFolder, '');
    const open = openSqlite<Schema>(path.join(notAFolder, 'a.db'), migrations);
    await expect(open).rejects.toThrow(StartError);
    await expect(open).rejects.toThrow(notAFolder);
  });
});
