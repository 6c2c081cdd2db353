import type { Kysely } from 'kysely';
import type { Store } from '../../../store/schema/schema.ts';

/** So many of the newest sessions are looked at: they are computed together. */
const NEWEST = 100;

/**
 * When the Service computed sessions last, as the newest ones tell; null: none tells it.
 * @param now milliseconds since the epoch
 */
export async function lastComputed(db: Kysely<Store>, now: number): Promise<number | null> {
  const rows = await db
    .selectFrom('fleet_sessions')
    .where('current', '=', 1)
    .where('start_ms', '<=', now)
    .orderBy('start_ms', 'desc')
    .limit(NEWEST)
    .select('created_ms')
    .execute();
  const times = rows.flatMap(({ created_ms: at }) => (at === null || at > now ? [] : at));
  return times.length === 0 ? null : Math.max(...times);
}
