import type { Kysely, Transaction } from 'kysely';
import { chunks } from '../../store/chunks.ts';
import { hasRowLocks } from '../../store/dialect/row-locks.ts';
import type { Store } from '../../store/schema/schema.ts';

/** Locks these Collectives until the end of the transaction, in the order of their ids. */
async function lock(trx: Transaction<Store>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .selectFrom('collectives')
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .select('id')
    .execute();
}

/** The Collective, and those that share an Entity with it. */
async function sharing(db: Kysely<Store>, collectiveId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('memberships as own')
    .innerJoin('memberships as other', 'other.entity_id', 'own.entity_id')
    .where('own.collective_id', '=', collectiveId)
    .select('other.collective_id as id')
    .distinct()
    .execute();
  return [collectiveId, ...rows.map(({ id }) => id)];
}

/**
 * Makes two dispatches to overlapping Collectives wait for each other: the later one sees the intent of the
 * earlier. Locks the Collectives that share an Entity with this one until none is added.
 */
export async function lockCollectives(
  trx: Transaction<Store>,
  collectiveId: string,
): Promise<void> {
  if (!hasRowLocks(trx)) return;
  const locked = new Set<string>();
  for (;;) {
    const added = (await sharing(trx, collectiveId)).filter((id) => !locked.has(id));
    if (added.length === 0) return;
    await lock(trx, added);
    for (const id of added) locked.add(id);
  }
}

/** Locks the Collectives whose members a transaction changes, so that no dispatch reads them halfway. */
export async function lockForMembers(
  trx: Transaction<Store>,
  collectiveIds: Iterable<string>,
): Promise<void> {
  if (!hasRowLocks(trx)) return;
  for (const part of chunks([...new Set(collectiveIds)].toSorted())) await lock(trx, part);
}
