import type { Kysely, Transaction } from 'kysely';
import { chunks } from '../../store/chunks.ts';
import { groupBy } from '../../lib/group-by.ts';
import type { Store } from '../../store/schema/schema.ts';
import { dispatchesDue, takeDue } from '../dispatch/due-work.ts';
import { BATCH } from './only-told.ts';
import { noteSightings, type Seen } from './sightings.ts';

/** Dispatches that are learned from together. */
const TOGETHER = 20;

/** All batches of a Collective whose answers named these Entities although they were not members. */
async function sightingsOf(
  trx: Transaction<Store>,
  collectiveId: string,
  entityIds: readonly string[],
): Promise<Seen[]> {
  const seen: Seen[] = [];
  for (const part of chunks(entityIds)) {
    const rows = await trx
      .selectFrom('sent_commands')
      .innerJoin('intents', 'intents.id', 'sent_commands.dispatch_id')
      .where('intents.collective_id', '=', collectiveId)
      .where('sent_commands.entity_id', 'in', part)
      .where('sent_commands.member', '=', 0)
      .groupBy('sent_commands.entity_id')
      .select((row) => [
        'sent_commands.entity_id',
        row.fn.count<number>('intents.id').distinct().as('batches'),
        row.fn.min('intents.created_at').as('first'),
        row.fn.max('intents.created_at').as('last'),
      ])
      .execute();
    for (const { entity_id: entityId, batches, first, last } of rows) {
      seen.push({ collectiveId, entityId, source: BATCH, batches, firstAt: first, lastAt: last });
    }
  }
  return seen;
}

/**
 * Learns the Entities in the answer to a batch that were not known members of its Collective. One
 * answer makes them known, not members: see `noteSightings`.
 * @param now milliseconds since the epoch
 * @returns number of new Entities
 */
export async function learnBatches(db: Kysely<Store>, now: number): Promise<number> {
  let unknown = 0;
  let due = await dispatchesDue(db, 'directory', TOGETHER);
  while (due.length > 0) {
    const ids = due;
    unknown += await db.transaction().execute((trx) => learnFrom(trx, ids, now));
    due = await dispatchesDue(db, 'directory', TOGETHER);
  }
  return unknown;
}

async function learnFrom(trx: Transaction<Store>, ids: readonly string[], now: number) {
  await takeDue(trx, 'directory', ids);
  const rows = await trx
    .selectFrom('sent_commands')
    .innerJoin('intents', 'intents.id', 'sent_commands.dispatch_id')
    .where('sent_commands.dispatch_id', 'in', ids)
    .where('sent_commands.member', '=', 0)
    .select(['intents.collective_id', 'sent_commands.entity_id'])
    .distinct()
    .execute();
  let unknown = 0;
  for (const [collectiveId, named] of groupBy(rows, (row) => row.collective_id)) {
    const entities = named.map((row) => row.entity_id);
    unknown += await noteSightings(trx, await sightingsOf(trx, collectiveId, entities), now);
  }
  return unknown;
}
