import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql, type Kysely } from 'kysely';
import { z } from '../../contract/zod.ts';
import { openSqlite } from '../dialect/sqlite.ts';
import { MIGRATIONS } from '../baseline/baseline.ts';
import type { Store } from '../schema/schema.ts';
import { ON_POSTGRES, postgresStore } from './postgres-store.ts';

const Names = z.array(z.object({ name: z.string() }));
const Definitions = z.array(z.object({ type: z.string(), name: z.string(), sql: z.string() }));

/** The path of a store with all migrations, made once in the temporary folder of the test run. */
async function templateFile(): Promise<string> {
  const baseline = path.join(import.meta.dirname, '..', 'baseline');
  const made = readdirSync(baseline).map((name) => readFileSync(path.join(baseline, name), 'utf8'));
  const key = createHash('sha256').update(made.join('\n')).digest('hex').slice(0, 16);
  const file = path.join(tmpdir(), `store-template-${key}.db`);
  if (existsSync(file)) return file;
  const making = `${file}.${process.pid}`;
  const db = await openSqlite<Store>(making, MIGRATIONS, { isDurable: false });
  await sql`pragma journal_mode = delete`.execute(db);
  await db.destroy();
  renameSync(making, file);
  return file;
}

/** Puts an empty store with all migrations into a file that does not exist yet. */
export async function placeStore(file: string): Promise<void> {
  copyFileSync(await templateFile(), file);
}

/** A separate store for one test: in memory, or on PostgreSQL in the project of that name. */
export async function memoryStore(): Promise<Kysely<Store>> {
  if (ON_POSTGRES) return postgresStore();
  const template = await templateFile();
  const db = await openSqlite<Store>(':memory:', {});
  await sql`attach ${template} as template`.execute(db);
  const { rows } = await sql`select type, name, sql from template.sqlite_master
    where sql is not null and name not like 'kysely_%' and name not like 'sqlite_%'
    order by type = 'table' desc, rowid`.execute(db);
  const definitions = Definitions.parse(rows);
  const isTable = ({ type }: { type: string }) => type === 'table';
  for (const table of definitions.filter(isTable)) await sql.raw(table.sql).execute(db);
  const tables = [...definitions.filter(isTable), { name: 'kysely_migration' }];
  for (const { name } of Names.parse(tables)) {
    await sql`insert into main.${sql.id(name)} select * from template.${sql.id(name)}`.execute(db);
  }
  for (const other of definitions.filter((each) => !isTable(each))) {
    await sql.raw(other.sql).execute(db);
  }
  await sql`detach template`.execute(db);
  return db;
}
