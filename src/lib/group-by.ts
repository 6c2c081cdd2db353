/** Groups rows by a key, each group in the order of the rows. */
export function groupBy<Row, K>(rows: readonly Row[], key: (row: Row) => K): Map<K, Row[]> {
  const groups = new Map<K, Row[]>();
  for (const row of rows) {
    const known = groups.get(key(row));
    if (known === undefined) groups.set(key(row), [row]);
    else known.push(row);
  }
  return groups;
}
