import type { Kysely } from 'kysely';
import type { Store } from '../../../store/schema/schema.ts';

/** Number of the newest sessions to check: they are computed together. */
const NEWEST = 100;

/**
 * When the Service last computed sessions, by the newest ones; null: none shows it.
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
