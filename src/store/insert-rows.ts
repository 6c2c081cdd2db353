import {
  CompiledQuery,
  sql,
  type DialectAdapter,
  type Insertable,
  type Kysely,
  type QueryResult,
  type RawBuilder,
  type Updateable,
} from 'kysely';

/** Rows per statement, largest first: few statements to prepare, and none very long. */
const CHUNKS = [100, 10, 4, 2, 1] as const;

/** Statements are built once; with thousands of values, building takes longer than running. */
const statements = new WeakMap<DialectAdapter, Map<string, string>>();

/**
 * Runs a statement that is built once for each database.
 * @param key names the statement
 * @param build makes it, with any value in the place of each parameter
 * @param parameters in the order in which the statement has them
 */
export function runBuilt<Tables, R>(
  db: Kysely<Tables>,
  key: string,
  build: () => RawBuilder<R>,
  parameters: readonly unknown[],
): Promise<QueryResult<R>> {
  const { adapter } = db.getExecutor();
  const known = statements.get(adapter) ?? new Map<string, string>();
  statements.set(adapter, known);
  const text = known.get(key) ?? build().compile(db).sql;
  known.set(key, text);
  return db.executeQuery<R>(CompiledQuery.raw(text, [...parameters]));
}

function insertInto(
  table: string,
  columns: readonly string[],
  rows: number,
  conflict: string,
): RawBuilder<unknown> {
  const row = sql`(${sql.join(columns.map(() => 0))})`;
  const values = sql.join(Array.from({ length: rows }, () => row));
  const names = sql.raw(columns.join(', '));
  return sql`insert into ${sql.raw(table)} (${names}) values ${values} ${sql.raw(conflict)}`;
}

/** The columns of a row that has no others, with their values. */
const columnsOf = (row: object): [string, unknown][] => Object.entries(row);

/** Inserts one row. @param row always with the same columns, in the same order */
export async function insertRow<Tables, T extends keyof Tables & string>(
  trx: Kysely<Tables>,
  table: T,
  row: Readonly<Insertable<Tables[T]>>,
): Promise<void> {
  const columns = columnsOf(row);
  const names = columns.map(([name]) => name);
  const build = () => insertInto(table, names, 1, '');
  await runBuilt(
    trx,
    `1 ${table} ${names.join(',')} `,
    build,
    columns.map(([, value]) => value),
  );
}

/**
 * Changes columns of one row.
 * @param key the column by which the row is found, and its value
 * @param row always with the same columns, in the same order
 */
export async function updateRow<Tables, T extends keyof Tables & string>(
  trx: Kysely<Tables>,
  table: T,
  [key, id]: readonly [keyof Tables[T] & string, string | number],
  row: Readonly<Updateable<Tables[T]>>,
): Promise<void> {
  const columns = columnsOf(row);
  const build = () =>
    sql`update ${sql.ref(table)} set ${sql.join(columns.map(([name]) => sql`${sql.ref(name)} = ${0}`))}
      where ${sql.ref(key)} = ${id}`;
  const names = columns.map(([name]) => name).join(',');
  const values = columns.map(([, value]) => value);
  await runBuilt(trx, `update ${table} ${key} ${names}`, build, [...values, id]);
}

/**
 * Inserts many rows.
 * @param columns names of all columns of a row
 * @param conflict what to do if a row exists
 */
export async function insertRows<
  Tables,
  T extends keyof Tables & string,
  C extends keyof Tables[T] & string,
>(
  trx: Kysely<Tables>,
  table: T,
  columns: readonly C[],
  rows: readonly Readonly<Record<NoInfer<C>, unknown>>[],
  conflict = '',
): Promise<void> {
  const statement = `${table} ${columns.join(',')} ${conflict}`;
  let at = 0;
  for (const size of CHUNKS) {
    for (; rows.length - at >= size; at += size) {
      const values: unknown[] = [];
      for (const row of rows.slice(at, at + size)) {
        for (const column of columns) values.push(row[column]);
      }
      const build = () => insertInto(table, columns, size, conflict);
      await runBuilt(trx, `${size} ${statement}`, build, values);
    }
  }
}
