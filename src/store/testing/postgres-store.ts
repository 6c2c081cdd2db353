import { Kysely, type Dialect, type Driver } from 'kysely';
import { Client } from 'pg';
import { openPostgres, postgresDialect } from '../dialect/postgres.ts';
import { MIGRATIONS } from '../baseline/baseline.ts';
import type { Store } from '../schema/schema.ts';
import { restartPostgres, startPostgres } from './postgres-server.ts';

/** Whether the stores and consoles of this run's tests are on PostgreSQL. */
export const ON_POSTGRES = process.env['TEST_STORE'] === 'postgres';

/** A server with the schema in a database that others are copied from; one per process. */
let server: Promise<string> | undefined;
let copies = 0;
/** Statements and transactions under way in stores of tests. */
const underWay = new Set<object>();

const urlOf = (host: string, database: string) =>
  `postgres://gridhelm@localhost/${database}?host=${encodeURIComponent(host)}`;

async function inDatabase(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

async function startServer(): Promise<string> {
  const host = await startPostgres();
  await inDatabase(urlOf(host, 'postgres'), 'create database baseline');
  const db = await openPostgres<Store>(urlOf(host, 'baseline'), MIGRATIONS);
  await db.destroy();
  return host;
}

async function create(from: string): Promise<string> {
  server ??= startServer();
  const host = await server;
  copies += 1;
  const name = `copy_${copies}`;
  await inDatabase(urlOf(host, 'postgres'), `create database ${name} template ${from}`);
  return urlOf(host, name);
}

/**
 * A database with the schema on a PostgreSQL that this process starts, as DATABASE_URL names it.
 * @throws Error if PostgreSQL is not installed
 */
export function postgresUrl(): Promise<string> {
  return create('baseline');
}

/** The same without the schema. */
export function emptyPostgresUrl(): Promise<string> {
  return create('template0');
}

/** Ends the PostgreSQL of this process as a power cut does, and starts it again. */
export async function restartServer(): Promise<void> {
  if (server !== undefined) await restartPostgres(await server);
}

function counted(driver: Driver): Driver {
  return {
    ...driver,
    init: () => driver.init(),
    async acquireConnection() {
      const waiting = {};
      underWay.add(waiting);
      try {
        const connection = await driver.acquireConnection();
        underWay.add(connection);
        return connection;
      } finally {
        underWay.delete(waiting);
      }
    },
    async releaseConnection(connection) {
      await driver.releaseConnection(connection);
      underWay.delete(connection);
    },
  };
}

function countedDialect(dialect: Dialect): Dialect {
  return { ...dialect, createDriver: () => counted(dialect.createDriver()) };
}

/** A store in a database of its own, see `postgresUrl`. */
export async function postgresStore(): Promise<Kysely<Store>> {
  return new Kysely<Store>({ dialect: countedDialect(postgresDialect(await postgresUrl())) });
}

/** Lets what is ready run, and waits for the stores of tests, which SQLite does not need. */
export async function nextTurn(): Promise<void> {
  do {
    await new Promise<void>((resolve) => {
      setImmediate(resolve);
    });
  } while (underWay.size > 0);
}
