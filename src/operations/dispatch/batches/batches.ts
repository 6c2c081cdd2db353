import type { Kysely } from 'kysely';
import type { BatchDetail } from '../../../contract/console/batch.ts';
import { tallyOf } from '../../../domain/batch-tally.ts';
import { isoInstant } from '../../../domain/instant.ts';
import { isOpenOutcome } from '../../../domain/unknown-outcome.ts';
import { failure } from '../../../http/problems.ts';
import type { IntentRow, Store } from '../../../store/schema/schema.ts';
import { entriesOf } from './batch-entries.ts';
import { keptHash } from './batch-record.ts';
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
 * A dispatch with the figures of its known members, by planned item. Those without a Command count while an accepted
 * answer that left them out is open; the check reports the rest.
 * @param id the dispatch id, which is the Idempotency-Key it was sent with
 * @param now milliseconds since the epoch
 * @throws Failure 404
 */
export async function readBatch(db: Kysely<Store>, id: string, now: number): Promise<BatchDetail> {
  const intent = await findBatch(db, id);
  const [batch] = await summariesOf(db, [intent], now);
  if (batch === undefined) throw failure(404, 'not_found', `There is no batch ${id}.`);
  const isCounted = batch.outcome === 'accepted' && isOpenOutcome(batch);
  const counted = (await entriesOf(db, intent)).filter(
    ({ isMember, command }) => isMember && (isCounted || command !== null),
  );
  return {
    batch,
    parts: batch.items.map((_, at) =>
      tallyOf(counted.filter(({ item }) => item === null || item === at)),
    ),
    record: await keptHash(db, id),
    asOf: isoInstant(now),
  };
}
