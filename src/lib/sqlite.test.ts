import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql, type Generated } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openSqlite, type Migrations } from './sqlite.ts';
import { StartError } from './start-error.ts';

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
  test('keeps rows over closing and opening, and runs a migration once', async () => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'sqlite-')), 'deep', 'a.db');
    const first = await openSqlite<Schema>(file, migrations);
    await first.insertInto('note').values({ text: 'kept' }).execute();
    await first.destroy();
    const second = await openSqlite<Schema>(file, migrations);
    expect(await second.selectFrom('note').select('text').execute()).toEqual([{ text: 'kept' }]);
    await second.destroy();
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

  test('a statement that failed can be used again, also after a change of the schema', async () => {
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

  test('takes a boolean as 0 or 1', async () => {
    const db = await openSqlite<Schema>(':memory:', migrations);
    const { rows } = await sql<{
      yes: number;
      no: number;
    }>`select ${true} as yes, ${false} as no`.execute(db);
    expect(rows).toEqual([{ yes: 1, no: 0 }]);
    await db.destroy();
  });

  test('names the file when the folder cannot be used', async () => {
    const notAFolder = path.join(mkdtempSync(path.join(tmpdir(), 'sqlite-')), 'file');
    writeFileSync(notAFolder, '');
    const open = openSqlite<Schema>(path.join(notAFolder, 'a.db'), migrations);
    await expect(open).rejects.toThrow(StartError);
    await expect(open).rejects.toThrow(notAFolder);
  });
});
