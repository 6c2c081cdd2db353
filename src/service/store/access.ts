import type { Caller } from '../call.ts';
import { ServiceFailure } from '../errors.ts';
import type { Store } from './store.ts';

/**
 * Throws notFound if there is no such resource, or forbidden unless it belongs to the caller's
 * organisation or is shared with it. Spec, "Authentication" 2.
 * @param isShared asked only if it belongs to another organisation
 */
async function permitted<Row extends { id: string; organisation_id: string }>(
  what: 'Entity' | 'Collective',
  { id, row }: { id: string; row: Row | undefined },
  caller: Caller,
  isShared: () => Promise<unknown>,
): Promise<Row> {
  if (row === undefined) {
    throw new ServiceFailure('notFound', `There is no ${what} with the id ${id}.`);
  }
  if (row.organisation_id === caller.organisationId) return row;
  if ((await isShared()) !== undefined) return row;
  throw new ServiceFailure(
    'forbidden',
    `The ${what} ${id} neither belongs to your organisation nor is shared with it.`,
  );
}

/** The Entity, if the caller may use it. Throws notFound, also for an offboarded one, or forbidden. */
export async function entityFor(store: Store, caller: Caller, id: string) {
  const row = await store
    .selectFrom('entity')
    .selectAll()
    .where('id', '=', id)
    .where('offboarded', '=', 0)
    .executeTakeFirst();
  return permitted('Entity', { id, row }, caller, () =>
    store
      .selectFrom('entity_share')
      .select('entity_id')
      .where('entity_id', '=', id)
      .where('organisation_id', '=', caller.organisationId)
      .executeTakeFirst(),
  );
}

/** The Collective, if the caller may use it. Throws notFound or forbidden. */
export async function collectiveFor(store: Store, caller: Caller, id: string) {
  const row = await store
    .selectFrom('collective')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return permitted('Collective', { id, row }, caller, () =>
    store
      .selectFrom('collective_share')
      .select('collective_id')
      .where('collective_id', '=', id)
      .where('organisation_id', '=', caller.organisationId)
      .executeTakeFirst(),
  );
}

/** Ids of the Entities of a Collective, in their order. */
export async function entityIdsOf(store: Store, collectiveId: string): Promise<string[]> {
  const rows = await store
    .selectFrom('collective_entity')
    .select('entity_id')
    .where('collective_id', '=', collectiveId)
    .orderBy('position')
    .execute();
  return rows.map((row) => row.entity_id);
}
