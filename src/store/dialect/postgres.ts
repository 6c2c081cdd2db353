import { Socket } from 'node:net';
import {
  Kysely,
  PostgresDialect,
  sql,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely';
import { Pool, TypeOverrides } from 'pg';
import { messageOf } from '../../lib/message-of.ts';
import { StartError } from '../../lib/start-error.ts';
import { migrate, type Migrations } from './migrate.ts';

/** A new connection is waited for this long, in milliseconds. */
const CONNECT_MS = 5000;
/** After a failed connection, work fails at once for this long instead of waiting for the next, in milliseconds. */
const AWAY_MS = 1000;
/** A connection that is silent for longer than any statement may take is lost, in milliseconds. */
const SILENT_MS = 70_000;
/** Most connections of a process: as on SQLite one writes, so its own transactions never wait for each other. */
const CONNECTIONS = { writer: 1, reader: 5 } as const;

/**
 * A commit is on the disk before it is acknowledged. A process that is paused in a transaction, or cut off,
 * loses it, so that the others do not wait for its locks.
 */
const SETTINGS = [
  'synchronous_commit=on',
  String.raw`default_transaction_isolation=read\ committed`,
  'idle_in_transaction_session_timeout=10s',
  'statement_timeout=60s',
];

const INT8 = 20;

/** Whole numbers of columns become numbers, as in SQLite; sums, which may be larger, are read as text. */
function numbers(): TypeOverrides {
  const types = new TypeOverrides();
  types.setTypeParser(INT8, Number);
  return types;
}

/** What PostgreSQL refused, or a connection that was lost. Its code is its SQLSTATE, or `LOST`. */
class PostgresError extends Error {
  override name = 'PostgresError';
  readonly code: string;

  constructor(cause: unknown) {
    super(messageOf(cause), { cause });
    const state =
      cause instanceof Error && 'severity' in cause && 'code' in cause ? cause.code : '';
    this.code = `POSTGRES_${typeof state === 'string' && state !== '' ? state : 'LOST'}`;
  }
}

/** Passes a failure on as the store's own. */
async function told<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw new PostgresError(error);
  }
}

class ToldConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection;

  constructor(inner: DatabaseConnection) {
    this.inner = inner;
  }

  executeQuery<R>(query: Parameters<DatabaseConnection['executeQuery']>[0]) {
    return told<QueryResult<R>>(this.inner.executeQuery<R>(query));
  }

  streamQuery<R>(query: Parameters<DatabaseConnection['streamQuery']>[0], rows?: number) {
    return this.inner.streamQuery<R>(query, rows);
  }
}

/** Kysely's own driver, whose failures are the store's. @param most connections in use at once */
function toldDriver(driver: Driver, most: number): Driver {
  const waiting: (() => void)[] = [];
  let free = most;
  let awayUntil = 0;
  const innerOf = (connection: DatabaseConnection) =>
    connection instanceof ToldConnection ? connection.inner : connection;
  // The pool limits the wait for a free connection too, but a large write may take longer.
  const enter = async () => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  };
  const leave = () => {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  };
  return {
    init: () => driver.init(),
    async acquireConnection() {
      await enter();
      try {
        if (performance.now() < awayUntil) throw new Error('The database cannot be reached.');
        return new ToldConnection(await driver.acquireConnection());
      } catch (error) {
        if (performance.now() >= awayUntil) awayUntil = performance.now() + AWAY_MS;
        leave();
        throw new PostgresError(error);
      }
    },
    beginTransaction: (connection, settings) =>
      told(driver.beginTransaction(innerOf(connection), settings)),
    commitTransaction: (connection) => told(driver.commitTransaction(innerOf(connection))),
    rollbackTransaction: (connection) => told(driver.rollbackTransaction(innerOf(connection))),
    async releaseConnection(connection) {
      await driver.releaseConnection(innerOf(connection));
      leave();
    },
    destroy: () => driver.destroy(),
  };
}

/** Without it, a machine that vanished would be waited for until TCP gives up, many minutes later. */
export function socketThatEnds(): Socket {
  const socket = new Socket();
  return socket.setTimeout(SILENT_MS, () => {
    socket.destroy(new Error('The database did not answer.'));
  });
}

/** A dialect of a database that may be away for a while. @param settings of each connection */
export function postgresDialect(
  url: string,
  most: number = CONNECTIONS.writer,
  settings = SETTINGS,
): Dialect {
  const pool = new Pool({
    connectionString: url,
    types: numbers(),
    max: most,
    connectionTimeoutMillis: CONNECT_MS,
    stream: socketThatEnds,
    allowExitOnIdle: true,
    options: settings.map((setting) => `-c ${setting}`).join(' '),
  });
  // An idle connection that breaks is replaced by the next use; what is under way gets its own error.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const dialect = new PostgresDialect({ pool });
  return {
    createAdapter: () => dialect.createAdapter(),
    createDriver: () => toldDriver(dialect.createDriver(), most),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  };
}

/** The database of an address, without its password. */
function nameOfDatabase(url: string): string {
  if (!URL.canParse(url)) return 'of DATABASE_URL';
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

async function requireDurable<Schema>(db: Kysely<Schema>, name: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`select name from pg_settings
    where name in ('fsync', 'synchronous_commit') and setting = 'off'`.execute(db);
  const [off] = rows;
  if (off === undefined) return;
  throw new StartError(
    `The database ${name} has ${off.name} = off: what was sent could be forgotten when its machine fails. Set it to on.`,
  );
}

/**
 * Opens a PostgreSQL database that loses no acknowledged write, and migrates its schema. A lost connection fails
 * what needs it as the store's own failure; later work connects again.
 * @param url as in DATABASE_URL
 * @throws StartError if it cannot be used, or a newer version wrote it
 */
export async function openPostgres<Schema>(
  url: string,
  migrations: Migrations,
): Promise<Kysely<Schema>> {
  const db = new Kysely<Schema>({ dialect: postgresDialect(url) });
  const name = nameOfDatabase(url);
  try {
    await requireDurable(db, name);
    await migrate(db, migrations, name);
    return db;
  } catch (error) {
    await db.destroy();
    if (error instanceof StartError) throw error;
    throw new StartError(`The database ${name} cannot be used: ${messageOf(error)}`);
  }
}

/** Opens a database whose schema is there for reading alone, so that long reads do not wait for writes. */
export function openPostgresReader<Schema>(url: string): Kysely<Schema> {
  const settings = [...SETTINGS, 'default_transaction_read_only=on'];
  return new Kysely<Schema>({ dialect: postgresDialect(url, CONNECTIONS.reader, settings) });
}
