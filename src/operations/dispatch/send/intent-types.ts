import type { Kysely } from 'kysely';
import type { Store } from '../../../store/schema/schema.ts';

/** Indexes a dispatch by the types of its Commands: those requested, and those in the answer. */
export async function recordTypes(
  db: Kysely<Store>,
  dispatchId: string,
  items: readonly { type: string | null }[],
): Promise<void> {
  const types = [...new Set(items.flatMap(({ type }) => type ?? []))];
  if (types.length === 0) return;
  await db
    .insertInto('intent_types')
    .values(types.map((type) => ({ dispatch_id: dispatchId, type })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
