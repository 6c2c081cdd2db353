/** Rows per statement: both databases limit the number of parameters. */
const ROWS = 500;

/** Splits a list into parts that fit into a statement. @param size of a part, if smaller ones are wanted */
export function chunks<T>(rows: readonly T[], size = ROWS): T[][] {
  const parts: T[][] = [];
  for (let at = 0; at < rows.length; at += size) parts.push(rows.slice(at, at + size));
  return parts;
}
