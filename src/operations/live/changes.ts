import type { Kysely } from 'kysely';
import type { LiveChanges } from '../../contract/console/live.ts';
import { isoInstant } from '../../domain/instant.ts';
import type { Store } from '../../store/schema/schema.ts';
import { summariesOf } from '../dispatch/batches/batch-summary.ts';
import type { ChangesSince } from './change-log.ts';

/** Maximum number of batches that news are made of. */
const MOST_NEWS = 20;

/**
 * What changed, with the batches that changed last for news on every page.
 * @param now milliseconds since the epoch
 */
export async function withNews(
  db: Kysely<Store>,
  since: ChangesSince,
  now: number,
): Promise<LiveChanges> {
  const ids = since.changed.batch?.slice(-MOST_NEWS) ?? [];
  const intents =
    ids.length === 0
      ? []
      : await db.selectFrom('intents').where('id', 'in', ids).selectAll().execute();
  return { ...since, batches: await summariesOf(db, intents, now), asOf: isoInstant(now) };
}
