import { type RawBuilder, sql } from 'kysely';
import type { SqlBool } from 'kysely';
import { instantMs } from '../../domain/instant.ts';
import { ServiceFailure } from '../errors.ts';
import type { Key } from '../paging.ts';

/**
 * The condition for rows that stand after a key, in a list ordered by two columns.
 * @param columns column names of the code, never of a request
 */
export function standsAfter(
  columns: readonly [string, string],
  after: Key | null,
): RawBuilder<SqlBool> {
  if (after === null) return sql<SqlBool>`true`;
  const [first, second] = columns;
  return sql<SqlBool>`(${sql.ref(first)}, ${sql.ref(second)}) > (${after[0]}, ${after[1]})`;
}

/**
 * A time frame as milliseconds: start inclusive, end exclusive; an open side is the widest.
 * Throws invalidQuery where it ends before it starts.
 */
export function timeFrame(query: { start?: string | undefined; end?: string | undefined }): {
  fromMs: number;
  beforeMs: number;
} {
  const fromMs = instantMs(query.start ?? null) ?? Number.MIN_SAFE_INTEGER;
  const beforeMs = instantMs(query.end ?? null) ?? Number.MAX_SAFE_INTEGER;
  if (beforeMs < fromMs) {
    throw new ServiceFailure('invalidQuery', 'end: the time frame ends before it starts.');
  }
  return { fromMs, beforeMs };
}
