import type { Kysely } from 'kysely';
import type { Attention, DismissedAttention } from '../../contract/console/overview.ts';
import { isoInstant } from '../../domain/instant.ts';
import type { SignedIn } from '../../bff/session/sessions.ts';
import type { Store } from '../../store/schema/schema.ts';
import { unrecorded, type AddDone } from '../audit/audit.ts';

/** A dismissal of an outdated item is removed after this time, in ms. */
const KEPT_MS = 180 * 86_400_000;

/**
 * Hides an item until its content changes. A second dismissal replaces the first.
 * @param now milliseconds since the epoch
 */
export async function dismiss(
  db: Kysely<Store>,
  { key, reason }: { key: string; reason: string },
  by: SignedIn,
  now: number,
  done: AddDone = unrecorded,
): Promise<void> {
  const { id, name } = by.operator;
  const row = { reason, operator_id: id, operator_name: name, at: now };
  await db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('dismissed_attention')
      .where('at', '<', now - KEPT_MS)
      .execute();
    await trx
      .insertInto('dismissed_attention')
      .values({ key, ...row })
      .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
      .execute();
    await done(trx);
  });
}

/** Shows an item again. */
export async function restore(
  db: Kysely<Store>,
  key: string,
  done: AddDone = unrecorded,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('dismissed_attention').where('key', '=', key).execute();
    await done(trx);
  });
}

/** Separates the items for attention from the dismissed ones, newest dismissal first. */
export async function splitDismissed(
  db: Kysely<Store>,
  all: readonly Attention[],
): Promise<{ attention: Attention[]; dismissed: DismissedAttention[] }> {
  if (all.length === 0) return { attention: [], dismissed: [] };
  const rows = await db
    .selectFrom('dismissed_attention')
    .where(
      'key',
      'in',
      all.map(({ key }) => key),
    )
    .orderBy('at', 'desc')
    .selectAll()
    .execute();
  const away = new Set(rows.map(({ key }) => key));
  return {
    attention: all.filter(({ key }) => !away.has(key)),
    dismissed: rows.flatMap(({ key, reason, operator_name: operatorName, at }) => {
      const attention = all.find((each) => each.key === key);
      return attention === undefined ? [] : { attention, reason, operatorName, at: isoInstant(at) };
    }),
  };
}
