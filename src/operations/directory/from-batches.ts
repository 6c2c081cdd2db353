import type { Kysely, Transaction } from 'kysely';
import { chunks } from '../../store/chunks.ts';
import { readCounter, setCounter } from '../../store/counters.ts';
import type { Store } from '../../store/schema/schema.ts';
import { BATCH } from './only-told.ts';
import { noteSightings, type Seen } from './sightings.ts';

/** The counter with the position in the ledger. */
const READ_TO = 'directory-batches';

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

/** Entities of batches since the last check that were not members. */
async function newOnes(db: Kysely<Store>) {
  const since = (await readCounter(db, READ_TO)) ?? 0;
  return db
    .selectFrom('intents')
    .innerJoin('sent_commands', 'sent_commands.dispatch_id', 'intents.id')
    .where('intents.version', '>', since)
    .where('intents.strangers', '>', 0)
    .where('sent_commands.member', '=', 0)
    .select(['intents.collective_id', 'sent_commands.entity_id'])
    .distinct()
    .execute();
}

/**
 * Learns the Entities in the answer to a batch that were not known members of its Collective. One
 * answer makes them known, not members: see `noteSightings`.
 * @param now milliseconds since the epoch
 * @returns number of new Entities
 */
export async function learnBatches(db: Kysely<Store>, now: number): Promise<number> {
  // Most batches name only members, so there is nothing to write.
  if ((await newOnes(db)).length === 0) return 0;
  return db.transaction().execute(async (trx) => {
    const latest = await trx
      .selectFrom('intents')
      .select((row) => row.fn.max('version').as('version'))
      .executeTakeFirst();
    const rows = await newOnes(trx);
    const byCollective = new Map<string, string[]>();
    for (const { collective_id: collective, entity_id: entity } of rows) {
      const ids = byCollective.get(collective);
      if (ids === undefined) byCollective.set(collective, [entity]);
      else ids.push(entity);
    }
    let unknown = 0;
    for (const [collective, ids] of byCollective) {
      unknown += await noteSightings(trx, await sightingsOf(trx, collective, ids), now);
    }
    await setCounter(trx, READ_TO, latest?.version ?? 0);
    return unknown;
  });
}
