import type { Caller } from '../call.ts';
import { ServiceFailure } from '../errors.ts';
import type { Store } from './store.ts';

/**
 * The Entity, if the caller may use it: it belongs to the caller's organisation or is shared with
 * it. Spec, "Authentication" 2. Throws notFound, also for an offboarded one, or forbidden.
 */
export async function entityFor(store: Store, caller: Caller, entityId: string) {
  const entity = await store
    .selectFrom('entity')
    .selectAll()
    .where('id', '=', entityId)
    .where('offboarded', '=', 0)
    .executeTakeFirst();
  if (entity === undefined) {
    throw new ServiceFailure('notFound', `There is no Entity with the id ${entityId}.`);
  }
  if (entity.organisation_id === caller.organisationId) return entity;
  const share = await store
    .selectFrom('entity_share')
    .select('entity_id')
    .where('entity_id', '=', entityId)
    .where('organisation_id', '=', caller.organisationId)
    .executeTakeFirst();
  if (share === undefined) {
    throw new ServiceFailure(
      'forbidden',
      `The Entity ${entityId} neither belongs to your organisation nor is shared with it.`,
    );
  }
  return entity;
}

/** The Collective, if the caller may use it, by the same rule as {@link entityFor}. */
export async function collectiveFor(store: Store, caller: Caller, collectiveId: string) {
  const collective = await store
    .selectFrom('collective')
    .selectAll()
    .where('id', '=', collectiveId)
    .executeTakeFirst();
  if (collective === undefined) {
    throw new ServiceFailure('notFound', `There is no Collective with the id ${collectiveId}.`);
  }
  if (collective.organisation_id === caller.organisationId) return collective;
  const share = await store
    .selectFrom('collective_share')
    .select('collective_id')
    .where('collective_id', '=', collectiveId)
    .where('organisation_id', '=', caller.organisationId)
    .executeTakeFirst();
  if (share === undefined) {
    throw new ServiceFailure(
      'forbidden',
      `The Collective ${collectiveId} neither belongs to your organisation nor is shared with it.`,
    );
  }
  return collective;
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
