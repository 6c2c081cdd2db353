import type { Kysely } from 'kysely';
import type { BatchDetail } from '../../../contract/console/batch.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { failure } from '../../../bff/http/problems.ts';
import type { IntentRow, Store } from '../../../store/schema/schema.ts';
import { currentVersion } from '../../../store/version.ts';
import { changedRowsOf, rowsOf } from './batch-rows.ts';
import { summariesOf } from './batch-summary.ts';

/**
 * The intent of a batch.
 * @throws Failure 404
 */
export async function findBatch(db: Kysely<Store>, id: string): Promise<IntentRow> {
  const intent = await db.selectFrom('intents').where('id', '=', id).selectAll().executeTakeFirst();
  if (intent === undefined) throw failure(404, 'not_found', `There is no batch ${id}.`);
  return intent;
}

/**
 * A dispatch with a row for each Command and for each known member without one.
 * @param id the dispatch id, which is the Idempotency-Key it was sent with
 * @param since only the rows that changed after this version; undefined: all
 * @throws Failure 404
 */
export async function readBatch(
  db: Kysely<Store>,
  id: string,
  since: number | undefined,
  now: number,
): Promise<BatchDetail> {
  // Read first: a concurrent change is then reported twice rather than never.
  const version = await currentVersion(db);
  const intent = await findBatch(db, id);
  const [batch] = await summariesOf(db, [intent], now);
  if (batch === undefined) throw failure(404, 'not_found', `There is no batch ${id}.`);
  const complete = since === undefined;
  return {
    batch,
    rows: complete ? await rowsOf(db, intent) : await changedRowsOf(db, intent, since),
    complete,
    version,
    asOf: isoInstant(now),
  };
}
