import type { Kysely } from 'kysely';
import { z } from '../../../contract/zod.ts';
import { chunks } from '../../../store/chunks.ts';
import { fromJson } from '../../../store/json.ts';
import type { Store } from '../../../store/schema/schema.ts';

const RESOURCE = 'members';
const Told = z.array(z.looseObject({ id: z.string() }));

function membersOf(trx: Kysely<Store>, collectiveId: string) {
  return trx
    .selectFrom('fleet_documents')
    .where('entity_id', '=', collectiveId)
    .where('resource', '=', RESOURCE)
    .select('content')
    .executeTakeFirst();
}

/**
 * Replaces the Members of a Collective by those that the Service lists; others are removed. Nothing is kept of
 * a Collective that the directory does not list.
 * @param now milliseconds since the epoch
 */
export async function storeMembers(
  trx: Kysely<Store>,
  collectiveId: string,
  content: unknown,
  now: number,
): Promise<void> {
  const listed = await trx
    .selectFrom('collectives')
    .where('id', '=', collectiveId)
    .where('archived', '=', 0)
    .select('id')
    .executeTakeFirst();
  if (listed === undefined) return;
  const row = { content: JSON.stringify(content), known_at: now };
  await trx
    .insertInto('fleet_documents')
    .values({ entity_id: collectiveId, resource: RESOURCE, ...row })
    .onConflict((conflict) => conflict.columns(['entity_id', 'resource']).doUpdateSet(row))
    .execute();
}

/** Deletes a Member who was removed from a Collective. */
export async function deleteMember(
  trx: Kysely<Store>,
  collectiveId: string,
  memberId: string,
): Promise<void> {
  const known = await membersOf(trx, collectiveId);
  if (known === undefined) return;
  const left = fromJson(Told, known.content).filter(({ id }) => id !== memberId);
  await trx
    .updateTable('fleet_documents')
    .where('entity_id', '=', collectiveId)
    .where('resource', '=', RESOURCE)
    .set({ content: JSON.stringify(left) })
    .execute();
}

/** Deletes the Members of Collectives that the directory no longer lists, with the records of their reads. */
export async function forgetMembers(db: Kysely<Store>): Promise<void> {
  const gone = await db
    .selectFrom('fleet_reads')
    .where('resource', '=', RESOURCE)
    .where('entity_id', 'not in', (listed) =>
      listed.selectFrom('collectives').where('archived', '=', 0).select('id'),
    )
    .select('entity_id')
    .execute();
  for (const part of chunks(gone.map(({ entity_id: id }) => id))) {
    await db.transaction().execute(async (trx) => {
      for (const table of ['fleet_documents', 'fleet_reads'] as const) {
        await trx
          .deleteFrom(table)
          .where('entity_id', 'in', part)
          .where('resource', '=', RESOURCE)
          .execute();
      }
    });
  }
}
