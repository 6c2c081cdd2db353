import type { Kysely } from 'kysely';
import type { Attention } from '../../contract/console/overview.ts';
import { inTransaction } from '../../store/in-transaction.ts';
import type { Store } from '../../store/schema/schema.ts';

/** How long an item stays hidden, in ms. */
const HIDDEN_MS = 86_400_000;

/**
 * Hides an item for a day, or until its content changes.
 * @param now milliseconds since the epoch
 */
export async function dismiss(db: Kysely<Store>, key: string, now: number): Promise<void> {
  await inTransaction(db, async (trx) => {
    await trx
      .deleteFrom('dismissed_attention')
      .where('at', '<=', now - HIDDEN_MS)
      .execute();
    await trx
      .insertInto('dismissed_attention')
      .values({ key, at: now })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ at: now }))
      .execute();
  });
}

/** The items that are not hidden. @param now milliseconds since the epoch */
export async function withoutDismissed(
  db: Kysely<Store>,
  all: readonly Attention[],
  now: number,
): Promise<Attention[]> {
  const rows = await db
    .selectFrom('dismissed_attention')
    .where('at', '>', now - HIDDEN_MS)
    .select('key')
    .execute();
  const hidden = new Set(rows.map(({ key }) => key));
  return all.filter(({ key }) => !hidden.has(key));
}
