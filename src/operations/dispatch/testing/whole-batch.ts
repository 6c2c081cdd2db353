import type { Kysely } from 'kysely';
import type { Store } from '../../../store/schema/schema.ts';
import { readRows } from '../batches/batch-rows.ts';
import { readBatch } from '../batches/batch-lines.ts';

/** A batch with all its rows, in the order of their names, Entities that were not known members last. */
export async function wholeBatch(db: Kysely<Store>, id: string, now = 0) {
  const { rows } = await readRows(db, id, { sort: 'entity' }, now);
  const order = rows.toSorted((a, b) => Number(a.alsoCommanded) - Number(b.alsoCommanded));
  return { ...(await readBatch(db, id, now)), rows: order };
}
