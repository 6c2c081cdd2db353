import { type RawBuilder, sql } from 'kysely';
import type { SqlBool } from 'kysely';
import type { Call } from '../call.ts';
import { instantMs } from '../../domain/instant.ts';
import { ServiceFailure } from '../errors.ts';
import type { Key } from '../paging.ts';

/**
 * The condition for rows after a key, in a list ordered by two columns.
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
 * The request for a list with a time frame: the list, its page, and the frame in milliseconds
 * (start inclusive, end exclusive; an open side is unlimited). Throws invalidQuery if the frame
 * ends before it starts.
 */
export function framedRequest(call: Call<'listCommands'> | Call<'listChargeSessions'>) {
  const { start, end } = call.query;
  const fromMs = instantMs(start ?? null) ?? Number.MIN_SAFE_INTEGER;
  const beforeMs = instantMs(end ?? null) ?? Number.MAX_SAFE_INTEGER;
  if (beforeMs < fromMs) {
    throw new ServiceFailure('invalidQuery', 'end: the time frame ends before it starts.');
  }
  const list = { path: call.path, start, end };
  return { list, request: call.parts.pager.request(list, call.query), fromMs, beforeMs };
}
