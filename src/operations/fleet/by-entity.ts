/** Rows by their Entity, in their order. */
export function byEntity<Row extends { entity_id: string }>(
  rows: readonly Row[],
): Map<string, Row[]> {
  const found = new Map<string, Row[]>();
  for (const row of rows) {
    const list = found.get(row.entity_id);
    if (list === undefined) found.set(row.entity_id, [row]);
    else list.push(row);
  }
  return found;
}
