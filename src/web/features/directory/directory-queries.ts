import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  CollectiveEdit,
  EntityEdit,
  NewCollective,
  NewEntity,
  type DirectoryKind,
} from '../../../contract/console/directory-changes.ts';
import { DIRECTORY_CHANGE_ROUTES } from '../../../contract/console/directory-change-routes.ts';
import type { EntityFilter, EntityListQuery } from '../../../contract/console/directory-list.ts';
import { DIRECTORY_ROUTES } from '../../../contract/console/directory-routes.ts';
import type { EntityFacts } from '../../../contract/console/entity-facts.ts';
import { ENTITY_LIST_ROUTES } from '../../../contract/console/entity-list-routes.ts';
import type { CollectiveFacts } from '../../../contract/console/fleet-facts.ts';
import { call } from '../../api/client.ts';
import { mutationOf, query } from '../../api/query.ts';

/** Rows of one page of the list of Entities. */
export const ENTITIES_PER_PAGE = 200;

/** The order and filters of a list. */
export type EntityList = Omit<EntityListQuery, 'offset' | 'limit'>;

/** A page of the list of Entities. @param page from 0 */
export const entitiesOf = (list: EntityList, page: number) =>
  queryOptions({
    ...query(ENTITY_LIST_ROUTES.entities, {
      query: { ...list, offset: page * ENTITIES_PER_PAGE, limit: ENTITIES_PER_PAGE },
    }),
    // The first page also gives the total: a changed filter does not empty the screen.
    placeholderData: page === 0 ? keepPreviousData : undefined,
  });

/** How many Entities each value of each filter would show. */
export const facetsOf = (filter: EntityFilter) =>
  queryOptions({
    ...query(ENTITY_LIST_ROUTES.entityFacets, { query: filter }),
    placeholderData: keepPreviousData,
  });

/** Adds a Collective or an Entity by its id. */
export const addRecord = (kind: DirectoryKind) =>
  mutationOf(
    (added: object): Promise<unknown> =>
      kind === 'collective'
        ? call(DIRECTORY_CHANGE_ROUTES.addCollective, { body: NewCollective.parse(added) })
        : call(DIRECTORY_CHANGE_ROUTES.addEntity, { body: NewEntity.parse(added) }),
    DIRECTORY_CHANGE_ROUTES.addEntity.touches,
  );

/** Changes the record of a Collective or an Entity; absent fields keep their values. */
export const editRecord = (kind: DirectoryKind, id: string) =>
  mutationOf((edit: object): Promise<unknown> => {
    const params = { id };
    return kind === 'collective'
      ? call(DIRECTORY_CHANGE_ROUTES.editCollective, { params, body: CollectiveEdit.parse(edit) })
      : call(DIRECTORY_CHANGE_ROUTES.editEntity, { params, body: EntityEdit.parse(edit) });
  }, DIRECTORY_CHANGE_ROUTES.editEntity.touches);

/** Facts of every Entity of the directory, for files. */
export async function readEntityFacts(): Promise<Map<string, EntityFacts>> {
  const found = new Map<string, EntityFacts>();
  let after: string | undefined;
  do {
    const part = await call(ENTITY_LIST_ROUTES.entityFacts, { query: { after } });
    for (const { id, facts } of part.entities) found.set(id, facts);
    after = part.next ?? undefined;
  } while (after !== undefined);
  return found;
}

/** The sums of each Collective's Entities, for files. @param zone whose days are counted */
export async function readCollectiveFacts(zone: string): Promise<Map<string, CollectiveFacts>> {
  const { collectives } = await call(DIRECTORY_ROUTES.collectiveFacts, { query: { zone } });
  return new Map(collectives.map((each) => [each.id, each]));
}
