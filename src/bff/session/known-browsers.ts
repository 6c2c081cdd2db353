import type { Kysely } from 'kysely';
import type { Clock } from '../../lib/clock.ts';
import type { SessionTables } from '../../store/schema/session-schema.ts';
import { hashOf, randomSecret } from './sessions.ts';

/** A browser is known for this long after its last sign-in, in milliseconds. */
const KNOWN_MS = 180 * 24 * 60 * 60_000;

/** Browsers in which an operator has signed in before. Guesses by strangers do not slow them down. */
export interface KnownBrowsers {
  /**
   * The hash of a cookie's value if that browser has signed the operator in before, or null.
   * @param values those of the request; none is trusted if there are several
   */
  recognise(values: readonly string[], operatorId: string): Promise<string | null>;
  /**
   * Notes that the operator has signed in. The value changes each time, so a captured one stops working.
   * @returns the cookie's new value
   */
  remember(values: readonly string[], operatorId: string): Promise<string>;
}

/** Keeps the known browsers in the store, by the hash of their cookie. */
export function createKnownBrowsers(
  db: Kysely<SessionTables>,
  clock: Pick<Clock, 'now'>,
): KnownBrowsers {
  return {
    async recognise(values, operatorId) {
      const [value] = values;
      if (value === undefined || values.length > 1) return null;
      const row = await db
        .selectFrom('known_browsers')
        .where('id_hash', '=', hashOf(value))
        .where('operator_id', '=', operatorId)
        .where('last_used_at', '>', clock.now() - KNOWN_MS)
        .select('id_hash')
        .executeTakeFirst();
      return row?.id_hash ?? null;
    },

    async remember(values, operatorId) {
      const [old] = values.length === 1 ? values : [];
      const value = randomSecret();
      const now = clock.now();
      const row = { id_hash: hashOf(value), operator_id: operatorId, last_used_at: now };
      await db.transaction().execute(async (trx) => {
        await trx
          .deleteFrom('known_browsers')
          .where('last_used_at', '<=', now - KNOWN_MS)
          .execute();
        if (old !== undefined) {
          // Other operators of the same browser stay known in it.
          await trx
            .updateTable('known_browsers')
            .set({ id_hash: row.id_hash })
            .where('id_hash', '=', hashOf(old))
            .execute();
        }
        await trx
          .insertInto('known_browsers')
          .values(row)
          .onConflict((conflict) =>
            conflict.columns(['id_hash', 'operator_id']).doUpdateSet({ last_used_at: now }),
          )
          .execute();
      });
      return value;
    },
  };
}
