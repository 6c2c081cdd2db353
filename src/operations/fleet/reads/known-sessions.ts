import type { Kysely } from 'kysely';
import { DAY_MS } from '../../../domain/instant.ts';
import type { Store } from '../../../store/schema/schema.ts';

/** The oldest known sessions show how dense older ones may be. */
const LOOKED_AT_MS = 35 * DAY_MS;

/** The known sessions of an Entity. */
export interface KnownSessions {
  /** All sessions since then are known, in milliseconds since the epoch. */
  from: number;
  /** Sessions per millisecond, by the oldest known ones. */
  density: number;
}

/** Looks up the known sessions of an Entity; null: nothing yet. */
export async function knownSessions(
  db: Kysely<Store>,
  entityId: string,
): Promise<KnownSessions | null> {
  const record = await db
    .selectFrom('fleet_reads')
    .where('entity_id', '=', entityId)
    .where('resource', '=', 'sessions')
    .select('known_from')
    .executeTakeFirst();
  const from = record?.known_from ?? null;
  if (from === null) return null;
  const { count } = await db
    .selectFrom('fleet_sessions')
    .where('entity_id', '=', entityId)
    .where('current', '=', 1)
    .where('start_ms', '>=', from)
    .where('start_ms', '<', from + LOOKED_AT_MS)
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return { from, density: count / LOOKED_AT_MS };
}
