import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql, type Kysely, type SqlBool } from 'kysely';
import type { GatherRequest } from '../../contract/console/places.ts';
import { chunks } from '../directory/write.ts';
import { failure } from '../../bff/http/problems.ts';
import type { GatheringRow, Store } from '../../store/schema/schema.ts';

/** Entities that are looked up and marked together; others have their turn in between. */
const MARKED_AT_ONCE = 2000;

/** The newest run, or null. */
export async function newestGathering(db: Kysely<Store>): Promise<GatheringRow | null> {
  const row = await db
    .selectFrom('gatherings')
    .orderBy('started_at', 'desc')
    .orderBy('id')
    .limit(1)
    .selectAll()
    .executeTakeFirst();
  return row ?? null;
}

/** The next Entities in the order of their ids that a run is to read. */
async function wanted(
  db: Kysely<Store>,
  { collectiveId, only }: GatherRequest,
  after: string,
): Promise<string[]> {
  let query = db
    .selectFrom('entities')
    // Along the ids: with the index of what is archived each part would look at all of them.
    .where((row) => sql<SqlBool>`${row.ref('entities.archived')} + 0 = 0`)
    .where('entities.id', '>', after);
  if (collectiveId !== null) {
    query = query.where('entities.id', 'in', (members) =>
      members
        .selectFrom('memberships')
        .where('collective_id', '=', collectiveId)
        .select('entity_id'),
    );
  }
  if (only !== 'all') {
    const reads = db.selectFrom('place_reads').select('entity_id');
    query =
      only === 'failed'
        ? query.where('entities.id', 'in', reads.where('state', '=', 'failed'))
        : query.where('entities.id', 'not in', reads.where('read_at', 'is not', null));
  }
  const rows = await query
    .orderBy('entities.id')
    .limit(MARKED_AT_ONCE)
    .select('entities.id')
    .execute();
  return rows.map(({ id }) => id);
}

async function mark(db: Kysely<Store>, gatheringId: string, ids: readonly string[]) {
  await db.transaction().execute(async (trx) => {
    for (const part of chunks(ids)) {
      await trx
        .insertInto('place_reads')
        .values(
          part.map((id) => ({
            entity_id: id,
            state: 'unread',
            words: null,
            at: null,
            read_at: null,
            gathering_id: gatheringId,
            waiting: 1,
          })),
        )
        .onConflict((conflict) =>
          conflict.column('entity_id').doUpdateSet({ gathering_id: gatheringId, waiting: 1 }),
        )
        .execute();
    }
  });
}

/**
 * Makes a run durable: marks its Entities and then stores it, so that one that was interrupted in
 * between does not exist. A stopped run is superseded by a new one. The same id with the same content is
 * the same run, however old.
 * @param now milliseconds since the epoch
 * @throws Failure 409 while another one runs, and where the id belongs to another one
 */
export async function recordGathering(
  db: Kysely<Store>,
  request: GatherRequest,
  operatorName: string,
  now: number,
): Promise<void> {
  const same = await db
    .selectFrom('gatherings')
    .where('id', '=', request.id)
    .select(['collective_id', 'kind'])
    .executeTakeFirst();
  if (same?.collective_id === request.collectiveId && same.kind === request.only) return;
  if (same !== undefined) {
    throw failure(
      409,
      'idempotency_key_reused',
      'This id belongs to another gathering. Nothing was begun.',
    );
  }
  const newest = await newestGathering(db);
  if (newest?.state === 'running') {
    throw failure(
      409,
      'gathering_under_way',
      'Places are already being synced. Let it finish, or stop it first.',
    );
  }
  let total = 0;
  let after = '';
  for (;;) {
    const ids = await wanted(db, request, after);
    const last = ids.at(-1);
    if (last === undefined) break;
    await mark(db, request.id, ids);
    total += ids.length;
    after = last;
    await nextTurn();
  }
  await db
    .insertInto('gatherings')
    .values({
      id: request.id,
      collective_id: request.collectiveId,
      kind: request.only,
      operator_name: operatorName,
      state: total === 0 ? 'done' : 'running',
      // Strictly later than the one before it, so that the newest is the newest.
      started_at: Math.max(now, (newest?.started_at ?? 0) + 1),
      finished_at: total === 0 ? now : null,
      total,
      requests: 0,
    })
    .execute();
}

/**
 * Stops the newest run, or has it go on.
 * @throws Failure 404 where there is no such run, 409 where a newer one has taken its place
 */
export async function changeGathering(
  db: Kysely<Store>,
  id: string,
  to: 'running' | 'stopped',
): Promise<void> {
  const newest = await newestGathering(db);
  const known =
    newest?.id === id ||
    (await db.selectFrom('gatherings').where('id', '=', id).select('id').executeTakeFirst()) !==
      undefined;
  if (!known) throw failure(404, 'not_found', `There is no gathering ${id}.`);
  if (newest?.id !== id) {
    throw failure(409, 'gathering_under_way', 'A newer gathering has taken its place.');
  }
  await db
    .updateTable('gatherings')
    .set({ state: to })
    .where('id', '=', id)
    .where('state', '=', to === 'running' ? 'stopped' : 'running')
    .execute();
}

/** Entities that a run has still to read. @param limit at most so many */
export async function waitingEntities(
  db: Kysely<Store>,
  id: string,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('place_reads')
    .where('gathering_id', '=', id)
    .where('waiting', '=', 1)
    .orderBy('entity_id')
    .limit(limit)
    .select('entity_id')
    .execute();
  return rows.map((row) => row.entity_id);
}

/** Ends a run that has nothing left to read. */
export async function finishGathering(db: Kysely<Store>, id: string, now: number): Promise<void> {
  await db
    .updateTable('gatherings')
    .set({ state: 'done', finished_at: now })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute();
}
