import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { EntityFilter, EntityListQuery } from '../../contract/console/directory-list.ts';
import { ENTITY_LIST_ROUTES } from '../../contract/console/entity-list-routes.ts';
import { callConsole } from './client.ts';
import { directoryKeys } from './directory.ts';

/** Rows of one page of the list of Entities. */
export const ENTITIES_PER_PAGE = 200;

/** The order and filters of a list. */
export type EntityList = Omit<EntityListQuery, 'offset' | 'limit'>;

/** @param page from 0 */
export function entitiesQuery(list: EntityList, page: number) {
  const query = { ...list, offset: page * ENTITIES_PER_PAGE, limit: ENTITIES_PER_PAGE };
  return queryOptions({
    queryKey: [...directoryKeys.entities, 'page', query],
    queryFn: ({ signal }) => callConsole(ENTITY_LIST_ROUTES.entities, { query, signal }),
    // The first page also gives the total: a changed filter does not empty the screen.
    placeholderData: page === 0 ? keepPreviousData : undefined,
  });
}

/** How many Entities each value of each filter would show. */
export function entityFacetsQuery(filter: EntityFilter) {
  return queryOptions({
    queryKey: [...directoryKeys.entities, 'facets', filter],
    queryFn: ({ signal }) =>
      callConsole(ENTITY_LIST_ROUTES.entityFacets, { query: filter, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Searches everything in the console's store by words or an id. */
export function findQuery(q: string) {
  return queryOptions({
    queryKey: [...directoryKeys.all, 'find', q],
    queryFn: ({ signal }) => callConsole(ENTITY_LIST_ROUTES.find, { query: { q }, signal }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  });
}
