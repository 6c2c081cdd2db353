import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Store } from '../../../store/schema/schema.ts';
import { storeCommands } from '../commands/store-commands.ts';
import { deleteMember, storeMembers } from '../members/member-store.ts';
import { writeOffboarding } from '../offboarding/offboarding-store.ts';
import { deletePlace, writePlaces } from '../places/place-store.ts';
import { storeSessions } from './store-sessions.ts';
import type { AnswerTimes, Told } from './told-rows.ts';

/** Hash of the data; the same data in another order of rows or fields is stored once more. */
export function hashOf(told: Told): string {
  return createHash('sha256')
    .update(JSON.stringify(hashed(told)))
    .digest('base64url');
}

function hashed(told: Told): unknown {
  if (!('rows' in told)) return told;
  const rows = told.rows.map((each) => each.told);
  const repeated = told.rows.flatMap(({ row, again, differs }) =>
    again > 0 ? [[row.id, again, differs]] : [],
  );
  return repeated.length === 0 ? rows : { rows, repeated };
}

/**
 * Stores the last answer of a resource that is kept whole; Members only by `storeMembers`.
 * @param entityId empty for types
 * @param now milliseconds since the epoch
 */
export async function storeDocument(
  trx: Kysely<Store>,
  entityId: string,
  resource: 'features' | 'capacity' | 'types',
  content: unknown,
  now: number,
): Promise<void> {
  const row = { content: JSON.stringify(content), known_at: now };
  await trx
    .insertInto('fleet_documents')
    .values({ entity_id: entityId, resource, ...row })
    .onConflict((conflict) => conflict.columns(['entity_id', 'resource']).doUpdateSet(row))
    .execute();
}

/**
 * Stores what the Service said of a resource.
 * @param owner id of the Entity or the Collective; empty for deployment resources
 * @param isWhole whether what it does not name is gone
 * @returns false: a session was skipped in favour of one requested later, or what was deleted was not known
 */
export async function storeTold(
  trx: Kysely<Store>,
  owner: string,
  told: Told,
  isWhole: boolean,
  times: AnswerTimes,
): Promise<boolean> {
  const { now } = times;
  switch (told.resource) {
    case 'locations':
      if ('deleted' in told) return deletePlace(trx, owner, told.deleted);
      await writePlaces(trx, owner, told.locations, isWhole, now);
      return true;
    case 'members':
      if ('deleted' in told) await deleteMember(trx, owner, told.deleted);
      else await storeMembers(trx, owner, told.content, now);
      return true;
    case 'features':
    case 'capacity':
    case 'types':
      await storeDocument(trx, owner, told.resource, told.content, now);
      return true;
    case 'commands':
      await storeCommands(
        trx,
        owner,
        told.rows.map(({ row }) => row),
        times,
      );
      return true;
    case 'offboarding':
      await writeOffboarding(
        trx,
        told.rows.map(({ row }) => row),
        isWhole,
        times,
      );
      return true;
    case 'sessions':
    case 'history':
      return storeSessions(trx, owner, told.rows, isWhole ? told.span : null, times);
  }
}
