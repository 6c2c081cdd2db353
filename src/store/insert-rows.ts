import { CompiledQuery, sql, type DialectAdapter, type Kysely } from 'kysely';
import type { Store } from './schema/schema.ts';

/** Rows per statement, largest first: few statements to prepare, and none very long. */
const CHUNKS = [100, 10, 1] as const;

/** Statements are built once; with thousands of values, building takes longer than running. */
const statements = new WeakMap<DialectAdapter, Map<string, string>>();

function statementOf(
  trx: Kysely<Store>,
  table: string,
  columns: readonly string[],
  rows: number,
  conflict: string,
): string {
  const { adapter } = trx.getExecutor();
  const known = statements.get(adapter) ?? new Map<string, string>();
  statements.set(adapter, known);
  const key = `${table} ${rows}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  const row = sql`(${sql.join(columns.map(() => 0))})`;
  const values = sql.join(Array.from({ length: rows }, () => row));
  const names = sql.raw(columns.join(', '));
  const text = sql`insert into ${sql.raw(table)} (${names}) values ${values} ${sql.raw(conflict)}`;
  const compiled = text.compile(trx);
  known.set(key, compiled.sql);
  return compiled.sql;
}

/**
 * Inserts many rows.
 * @param columns names of all columns of a row
 * @param conflict what to do if a row exists
 */
export async function insertRows<T extends keyof Store, C extends keyof Store[T] & string>(
  trx: Kysely<Store>,
  table: T,
  columns: readonly C[],
  rows: readonly Readonly<Record<NoInfer<C>, unknown>>[],
  conflict = '',
): Promise<void> {
  let at = 0;
  for (const size of CHUNKS) {
    for (; rows.length - at >= size; at += size) {
      const values: unknown[] = [];
      for (const row of rows.slice(at, at + size)) {
        for (const column of columns) values.push(row[column]);
      }
      const text = statementOf(trx, table, columns, size, conflict);
      await trx.executeQuery(CompiledQuery.raw(text, values));
    }
  }
}
