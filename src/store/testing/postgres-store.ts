import { Kysely, PostgresDialect } from 'kysely';
import { Pool, TypeOverrides } from 'pg';
import { trusted } from '../../lib/trusted.ts';
import { MIGRATIONS } from '../baseline/baseline.ts';
import type { Store } from '../schema/schema.ts';
import { startPostgres } from './postgres-server.ts';

const INT8 = 20;
/** Whole numbers of columns become numbers, as in SQLite; sums, which may be larger, are selected as text. */
const TYPES = new TypeOverrides();
TYPES.setTypeParser(INT8, Number);

const open = (host: string, database: string) =>
  new Pool({ host, database, user: 'gridhelm', types: TYPES });

/** A server with the schema in a database that others are copied from; one per process. */
let server: Promise<string> | undefined;
let copies = 0;

async function startServer(): Promise<string> {
  const host = await startPostgres();
  const first = open(host, 'postgres');
  await first.query('create database baseline');
  await first.end();
  const db = new Kysely<Store>({ dialect: new PostgresDialect({ pool: open(host, 'baseline') }) });
  for (const step of Object.values(MIGRATIONS)) await step.up(trusted<Kysely<unknown>>(db));
  await db.destroy();
  return host;
}

/** A store in a database of its own of a PostgreSQL that this process starts. @throws if there is none */
export async function postgresStore(): Promise<Kysely<Store>> {
  server ??= startServer();
  const host = await server;
  copies += 1;
  const name = `copy_${copies}`;
  const first = open(host, 'postgres');
  await first.query(`create database ${name} template baseline`);
  await first.end();
  return new Kysely<Store>({ dialect: new PostgresDialect({ pool: open(host, name) }) });
}
