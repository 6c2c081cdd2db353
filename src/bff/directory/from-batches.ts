import type { Kysely } from 'kysely';
import type { Store } from '../store/schema.ts';
import { importDirectory, writeMemberships } from './import.ts';
import { chunks } from './write.ts';

/** Source of what the answers to dispatches name. */
const BATCH = 'batch';
/** Where the counters keep how far the ledger was read. */
const READ_TO = 'directory-batches';

/**
 * Learns the Entities that a batch commands and the directory does not know, and that they belong to
 * its Collective: a Command goes to the whole Collective. Each change of the ledger is read once.
 * @param now milliseconds since the epoch
 * @returns how many Entities were not known
 */
export async function learnBatches(db: Kysely<Store>, now: number): Promise<number> {
  const counter = await db
    .selectFrom('counters')
    .where('name', '=', READ_TO)
    .select('value')
    .executeTakeFirst();
  const since = counter?.value ?? 0;
  const rows = await db
    .selectFrom('intents')
    .innerJoin('commands', 'commands.intent_id', 'intents.id')
    .leftJoin('memberships', (join) =>
      join
        .onRef('memberships.collective_id', '=', 'intents.collective_id')
        .onRef('memberships.entity_id', '=', 'commands.entity_id'),
    )
    .where('intents.version', '>', since)
    .where('commands.version', '>', since)
    // Entities that an operator took out of the Collective since the send stay out.
    .where('memberships.entity_id', 'is', null)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('intent_members')
            .whereRef('intent_members.intent_id', '=', 'intents.id')
            .whereRef('intent_members.entity_id', '=', 'commands.entity_id')
            .select('intent_members.entity_id'),
        ),
      ),
    )
    .select(['intents.collective_id', 'commands.entity_id'])
    .distinct()
    .execute();
  const latest = await db
    .selectFrom('intents')
    .select((row) => row.fn.max('version').as('version'))
    .executeTakeFirst();
  const known = new Set<string>();
  const ids = [...new Set(rows.map((row) => row.entity_id))];
  for (const part of chunks(ids)) {
    const found = await db.selectFrom('entities').where('id', 'in', part).select('id').execute();
    for (const { id } of found) known.add(id);
  }
  const entities = ids.filter((id) => !known.has(id)).map((id) => ({ id }));
  const learnt = {
    collectives: [],
    entities: entities.map(({ id }) => ({ id, name: null, type: null, brand: null })),
  };
  if (entities.length > 0) await importDirectory(db, learnt, BATCH, now);
  await db.transaction().execute(async (trx) => {
    await writeMemberships(
      trx,
      rows.map((row) => ({
        before: null,
        after: { ...row, source: BATCH, known_at: now },
      })),
    );
    const read = { name: READ_TO, value: Math.max(since, latest?.version ?? 0) };
    await trx
      .insertInto('counters')
      .values(read)
      .onConflict((conflict) => conflict.column('name').doUpdateSet(read))
      .execute();
  });
  return entities.length;
}
