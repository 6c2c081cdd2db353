import type { Kysely } from 'kysely';
import { chunks } from '../../../store/chunks.ts';
import type { Store } from '../../../store/schema/schema.ts';
import { renewPictures } from '../picture/renew-pictures.ts';
import { NEVER_MS } from '../reads/next-due.ts';
import { RANK } from '../reads/read-records.ts';

/** Those of these Entities that a request in a state names, as itself or as a component. */
async function namedIn(
  trx: Kysely<Store>,
  ids: readonly string[],
  status: 'Pending' | 'Succeeded',
): Promise<string[]> {
  const requests = () => trx.selectFrom('offboarding_requests').where('status', '=', status);
  const named = new Set<string | null>();
  for (const part of chunks(ids)) {
    const rows = await requests().where('entity_id', 'in', part).select('entity_id').execute();
    for (const row of rows) named.add(row.entity_id);
  }
  for (const id of ids) {
    if (named.has(id)) continue;
    const row = await requests()
      .where('content', 'like', `%"${id}"%`)
      .select('id')
      .executeTakeFirst();
    if (row !== undefined) named.add(id);
  }
  return ids.filter((id) => named.has(id));
}

/**
 * Reads of offboarded Entities stop, and their refusals are no faults: a failed read is withdrawn. Must be called
 * inside the transaction that stores a failure.
 */
export async function quietOffboarded(trx: Kysely<Store>, ids: readonly string[]): Promise<void> {
  for (const part of chunks(ids)) {
    await trx
      .updateTable('fleet_reads')
      .where('entity_id', 'in', (gone) =>
        gone
          .selectFrom('entities')
          .where('id', 'in', part)
          .where('offboarded_at', 'is not', null)
          .select('id'),
      )
      .set({ rank: RANK.policy, due_at: NEVER_MS, tries: 0, message: null, partial: null })
      .execute();
  }
}

/**
 * Marks those of these Entities as offboarded that have a Succeeded request and that the Service refuses; known
 * data is kept. Must be called inside a transaction that learnt one of the two.
 * @param now milliseconds since the epoch
 */
async function noteOffboarded(
  trx: Kysely<Store>,
  ids: readonly string[],
  now: number,
): Promise<void> {
  for (const part of chunks(ids)) {
    const refused = await trx
      .selectFrom('entities')
      .where('id', 'in', part)
      .where('unreachable_status', 'is not', null)
      .where('offboarded_at', 'is', null)
      .select('id')
      .execute();
    const gone = await namedIn(
      trx,
      refused.map(({ id }) => id),
      'Succeeded',
    );
    if (gone.length === 0) continue;
    await trx.updateTable('entities').where('id', 'in', gone).set({ offboarded_at: now }).execute();
    await quietOffboarded(trx, gone);
    await renewPictures(trx, gone, now);
  }
}

/**
 * Handles the Service's refusal of an Entity. If its request was last read as Pending, the request is read again
 * soon, before the refusal counts as a fault for minutes.
 * @param now milliseconds since the epoch
 */
export async function noteRefused(trx: Kysely<Store>, id: string, now: number): Promise<void> {
  await noteOffboarded(trx, [id], now);
  if ((await namedIn(trx, [id], 'Pending')).length === 0) return;
  await trx
    .updateTable('fleet_reads')
    .where('entity_id', '=', '')
    .where('resource', '=', 'offboarding')
    .where('due_at', '>', now)
    .set({ rank: RANK.asked, due_at: now })
    .execute();
}

/**
 * Handles an answer of the Service for an Entity: an offboarded one is read again.
 * @param now milliseconds since the epoch
 */
export async function noteAnswered(trx: Kysely<Store>, id: string, now: number): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('entities')
    .where('id', '=', id)
    .where('offboarded_at', 'is not', null)
    .set({ offboarded_at: null })
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await trx
    .updateTable('fleet_reads')
    .where('entity_id', '=', id)
    .where('due_at', '=', NEVER_MS)
    .set({ due_at: now })
    .execute();
  await renewPictures(trx, [id], now);
}

/**
 * Handles Succeeded requests: Entities that the Service refuses are offboarded; the others are read soon, which
 * shows whether it does.
 * @param now milliseconds since the epoch
 */
export async function noteSucceeded(
  trx: Kysely<Store>,
  ids: readonly string[],
  now: number,
): Promise<void> {
  await noteOffboarded(trx, ids, now);
  for (const part of chunks(ids)) {
    await trx
      .updateTable('fleet_reads')
      .where('entity_id', 'in', (answering) =>
        answering
          .selectFrom('entities')
          .where('id', 'in', part)
          .where('unreachable_status', 'is', null)
          .select('id'),
      )
      .where('resource', '=', 'features')
      .where('due_at', '>', now)
      .set({ rank: RANK.asked, due_at: now })
      .execute();
  }
}
