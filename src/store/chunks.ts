import { setImmediate as turn } from 'node:timers/promises';

/** Rows per statement: both databases limit the number of parameters. */
const ROWS = 500;

/** Splits a list into parts that fit into a statement. @param size of a part, if smaller ones are wanted */
export function chunks<T>(rows: readonly T[], size = ROWS): T[][] {
  const parts: T[][] = [];
  for (let at = 0; at < rows.length; at += size) parts.push(rows.slice(at, at + size));
  return parts;
}

/**
 * The same for many rows, yielding to others after each part: SQLite runs on the thread of the event
 * loop, and a statement of 500 rows holds it for some milliseconds.
 */
export async function* chunksInTurns<T>(
  rows: Iterable<T> | AsyncIterable<T>,
  size = ROWS,
): AsyncGenerator<T[], void, undefined> {
  let part: T[] = [];
  for await (const row of rows) {
    part.push(row);
    if (part.length < size) continue;
    yield part;
    await turn();
    part = [];
  }
  if (part.length === 0) return;
  yield part;
  await turn();
}
