import { PGlite } from '@electric-sql/pglite';
import { Kysely, PostgresDialect, type PostgresPoolClient, type PostgresQueryResult } from 'kysely';
import { trusted } from '../../../lib/trusted.ts';
import { MIGRATIONS } from '../../../store/baseline/baseline.ts';
import type { Store } from '../../../store/schema/schema.ts';

const INT8 = 20;
const NUMERIC = 1700;
/** Whole numbers of columns become numbers, as in SQLite; sums, which may be larger, are selected as text. */
const PARSERS = { [INT8]: Number, [NUMERIC]: (value: string) => value };

function commandOf(text: string): PostgresQueryResult<unknown>['command'] {
  if (/^\s*insert/i.test(text)) return 'INSERT';
  if (/^\s*update/i.test(text)) return 'UPDATE';
  return /^\s*delete/i.test(text) ? 'DELETE' : 'SELECT';
}

/** A store in a separate in-memory PostgreSQL. It has one connection. */
export async function postgresStore(): Promise<Kysely<Store>> {
  const postgres = await PGlite.create({ parsers: PARSERS });
  let last = Promise.resolve();
  const connect = async (): Promise<PostgresPoolClient> => {
    const before = last;
    let release = (): void => {};
    last = new Promise((resolve) => {
      release = resolve;
    });
    await before;
    const query = async (text: string, parameters: readonly unknown[]) => {
      const { rows, affectedRows = 0 } = await postgres.query(text, [...parameters]);
      return { command: commandOf(text), rows, rowCount: affectedRows };
    };
    // Cursors, the other form of a query, are only used by streams.
    return trusted<PostgresPoolClient>({ query, release });
  };
  const end = () => postgres.close();
  const db = new Kysely<Store>({ dialect: new PostgresDialect({ pool: { connect, end } }) });
  const plain = trusted<Kysely<unknown>>(db);
  for (const migration of Object.values(MIGRATIONS)) await migration.up(plain);
  return db;
}
