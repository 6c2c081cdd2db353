import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Kysely, SqliteDialect, type Dialect, type SqliteDatabase } from 'kysely';
import Database from 'libsql';
import { messageOf } from '../../lib/message-of.ts';
import { makePrivate } from '../../lib/private-files.ts';
import { StartError } from '../../lib/start-error.ts';
import { migrate, type Migrations } from './migrate.ts';
import { durableDriver } from './durable-driver.ts';

/** How a file is opened. */
export interface OpenOptions {
  /** Whether a write waits for the disk. False if an unfinished file is worthless. */
  isDurable: boolean;
}

/**
 * Opens an SQLite file that loses no acknowledged write if the process or the machine dies
 * (write-ahead log, brought to the disk before a write is acknowledged), and migrates its schema. Only
 * its owner can read it.
 * @param file path; its folder is created. `:memory:` for tests that need no file
 * @throws StartError if the folder or the file cannot be written, or a newer version wrote it
 */
export async function openSqlite<Schema>(
  file: string,
  migrations: Migrations,
  { isDurable }: OpenOptions = { isDurable: file !== ':memory:' },
): Promise<Kysely<Schema>> {
  const database = openFile(file);
  // Checkpoints run beside the event loop, see `durableDriver`.
  if (isDurable) database.exec('PRAGMA wal_autocheckpoint = 0');
  const db = new Kysely<Schema>({ dialect: dialectOf(database, isDurable ? file : null) });
  try {
    await migrate(db, migrations, file);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return db;
}

/**
 * Opens an SQLite file read-only; another process may write it meanwhile.
 * @throws StartError if there is no such file, or it cannot be read
 */
export function openReadOnly<Schema>(file: string): Kysely<Schema> {
  if (!existsSync(file)) throw new StartError(`There is no database ${file}.`);
  try {
    const database = openFileReadOnly(file);
    database.exec(`PRAGMA cache_size = -${CACHE_KIB}`);
    return new Kysely<Schema>({ dialect: dialectOf(database, null) });
  } catch (error) {
    throw new StartError(`The database ${file} cannot be read: ${messageOf(error)}`);
  }
}

/** Opens an SQLite file read-only; it waits for a writer's locks. @throws SQLite's own errors */
export function openFileReadOnly(file: string): Database.Database {
  const database = new Database(`${pathToFileURL(file).href}?mode=ro`);
  database.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
  return database;
}

/** Maximum wait for another process's write, in milliseconds. */
const BUSY_MS = 5000;

/** SQLite has no booleans, and libsql aborts the whole process if it gets one. */
const bindable = (value: unknown): unknown => (typeof value === 'boolean' ? Number(value) : value);

/** The number of prepared statements that are cached. */
const MOST_STATEMENTS = 200;

/** A statement as Kysely runs it, and whether it may write. */
type Known = ReturnType<SqliteDatabase['prepare']> & { writes: boolean };

/**
 * Caches recently used statements with what is known of them. A statement holds memory outside JavaScript, freed only
 * when it is collected: prepared each time, the large ones of an import add up to gigabytes.
 */
function statementsOf(database: Database.Database): (sql: string) => Known {
  const kept = new Map<string, Known>();
  const prepare = (sql: string): Known => {
    const statement = database.prepare(sql);
    return {
      reader: statement.reader,
      writes: !WRITES_NOTHING.test(sql),
      all: (values) => statement.all(values.map(bindable)),
      run: (values) => statement.run(values.map(bindable)),
      // Two reads with the same text may run concurrently.
      iterate: (values) => database.prepare(sql).iterate(values.map(bindable)),
    };
  };
  return (sql) => {
    const statement = kept.get(sql) ?? prepare(sql);
    kept.delete(sql);
    kept.set(sql, statement);
    const [oldest] = kept.keys();
    if (kept.size > MOST_STATEMENTS && oldest !== undefined) kept.delete(oldest);
    return statement;
  };
}

/** Kysely's own dialect. @param durableFile path of the file whose writes wait for the disk, or null */
function dialectOf(database: Database.Database, durableFile: string | null): Dialect {
  let hasWritten = false;
  const adapted = adapt(database, () => {
    hasWritten = true;
  });
  const dialect = new SqliteDialect({ database: adapted });
  if (durableFile === null) return dialect;
  const takeWritten = () => {
    const before = hasWritten;
    hasWritten = false;
    return before;
  };
  return {
    createAdapter: () => dialect.createAdapter(),
    createDriver: () => durableDriver(dialect.createDriver(), durableFile, takeWritten),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  };
}

/** Statements that write nothing themselves. */
const WRITES_NOTHING =
  /^\s*(?:select|begin|commit|rollback|savepoint|release|explain|pragma|attach|detach)\b/i;

const NOTHING_TO_DO: ReturnType<SqliteDatabase['prepare']> = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [].values(),
};

/**
 * libsql in the shape that Kysely's own SQLite dialect expects.
 * @param onWrite called for every statement that may write
 */
function adapt(database: Database.Database, onWrite: () => void): SqliteDatabase {
  const remembered = statementsOf(database);
  return {
    close: () => {
      database.close();
    },
    prepare: (sql) => {
      // A full disk ends the transaction in SQLite; a second rollback would throw and hide the cause.
      if (sql === 'rollback' && !database.inTransaction) return NOTHING_TO_DO;
      const statement = remembered(sql);
      if (statement.writes) onWrite();
      return statement;
    },
  };
}

/**
 * Maximum page cache of a connection; with SQLite's own 2 MiB a list of 100,000 rows is read from disk
 * each time.
 */
const CACHE_KIB = 32_768;

function openFile(file: string) {
  let database: Database.Database | null = null;
  try {
    if (file !== ':memory:') {
      mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
      makePrivate(file);
    }
    database = new Database(file);
    database.exec('PRAGMA journal_mode = WAL');
    database.exec('PRAGMA synchronous = NORMAL');
    database.exec('PRAGMA foreign_keys = ON');
    database.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
    database.exec(`PRAGMA cache_size = -${CACHE_KIB}`);
    return database;
  } catch (error) {
    database?.close();
    if (error instanceof StartError) throw error;
    throw new StartError(`The data folder cannot be used (${file}): ${messageOf(error)}`);
  }
}
