import type { WorldDirectory } from '../../contract/console/directory-import.ts';
import { type Store } from '../store/store.ts';
import { groupBy } from '../../lib/group-by.ts';

/**
 * The Collectives and Entities that an organisation owns or that are shared with it, in the
 * console's import format. The interface itself lists neither.
 */
export async function exportDirectory(
  store: Store,
  organisationId: string,
): Promise<WorldDirectory> {
  const sharedCollectives = store
    .selectFrom('collective_share')
    .select('collective_id')
    .where('organisation_id', '=', organisationId);
  const sharedEntities = store
    .selectFrom('entity_share')
    .select('entity_id')
    .where('organisation_id', '=', organisationId);
  const collectives = await store
    .selectFrom('collective')
    .select(['id', 'name', 'type', 'owner'])
    .where((row) =>
      row.or([row('organisation_id', '=', organisationId), row('id', 'in', sharedCollectives)]),
    )
    .orderBy('name')
    .execute();
  const entities = await store
    .selectFrom('entity')
    .select(['id', 'name', 'type', 'brand'])
    .where('offboarded', '=', 0)
    .where((row) =>
      row.or([row('organisation_id', '=', organisationId), row('id', 'in', sharedEntities)]),
    )
    .orderBy('name')
    .execute();
  const memberships = await store
    .selectFrom('collective_entity')
    .select(['collective_id', 'entity_id'])
    .orderBy('position')
    .execute();
  const inside = groupBy(memberships, (row) => row.collective_id);
  return {
    collectives: collectives.map((collective) => ({
      ...collective,
      entities: (inside.get(collective.id) ?? []).map((row) => row.entity_id),
    })),
    entities,
  };
}
