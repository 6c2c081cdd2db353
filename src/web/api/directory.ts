import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { EntityFilter, EntityListQuery } from '../../contract/console/directory-list.ts';
import { DIRECTORY_ROUTES } from '../../contract/console/directory-routes.ts';
import { callConsole } from './client.ts';

export const directoryKeys = {
  all: ['directory'] as const,
  collectives: ['directory', 'collectives'] as const,
  collectiveFacts: ['directory', 'collective-facts'] as const,
  collective: (id: string) => ['directory', 'collective', id] as const,
  membership: (id: string) => ['directory', 'membership', id] as const,
  entity: (id: string) => ['directory', 'entity', id] as const,
  entities: ['directory', 'entities'] as const,
};

/** All Collectives that the directory knows. */
export const collectivesQuery = queryOptions({
  queryKey: directoryKeys.collectives,
  queryFn: ({ signal }) => callConsole(DIRECTORY_ROUTES.collectives, { signal }),
});

/** What the list of Collectives shows beside their records. */
export const collectiveFactsQuery = queryOptions({
  queryKey: directoryKeys.collectiveFacts,
  queryFn: ({ signal }) => callConsole(DIRECTORY_ROUTES.collectiveFacts, { signal }),
});

/** The Collectives that were archived. */
export const archivedCollectivesQuery = queryOptions({
  queryKey: [...directoryKeys.collectives, 'archived'],
  queryFn: ({ signal }) =>
    callConsole(DIRECTORY_ROUTES.collectives, { query: { archived: '1' }, signal }),
});

/** A Collective with its known Entities. */
export function collectiveQuery(id: string) {
  return queryOptions({
    queryKey: directoryKeys.collective(id),
    queryFn: ({ signal }) => callConsole(DIRECTORY_ROUTES.collective, { params: { id }, signal }),
  });
}

/** An Entity as the directory knows it. */
export function entityQuery(id: string) {
  return queryOptions({
    queryKey: directoryKeys.entity(id),
    queryFn: ({ signal }) => callConsole(DIRECTORY_ROUTES.entity, { params: { id }, signal }),
  });
}

/** Rows of one page of the list of Entities. */
export const ENTITIES_PER_PAGE = 200;

/** The order of a list and what it leaves out. */
export type EntityList = Omit<EntityListQuery, 'offset' | 'limit'>;

/** @param page from 0 */
export function entitiesQuery(list: EntityList, page: number) {
  const query = { ...list, offset: page * ENTITIES_PER_PAGE, limit: ENTITIES_PER_PAGE };
  return queryOptions({
    queryKey: [...directoryKeys.entities, 'page', query],
    queryFn: ({ signal }) => callConsole(DIRECTORY_ROUTES.entities, { query, signal }),
    // The first page also says how many there are: a filter that changes does not empty the screen.
    placeholderData: page === 0 ? keepPreviousData : undefined,
  });
}

/** How many Entities each value of each filter would show. */
export function entityFacetsQuery(filter: EntityFilter) {
  return queryOptions({
    queryKey: [...directoryKeys.entities, 'facets', filter],
    queryFn: ({ signal }) => callConsole(DIRECTORY_ROUTES.entityFacets, { query: filter, signal }),
    placeholderData: keepPreviousData,
  });
}

/** What words or an id find in everything that the console knows. */
export function findQuery(q: string) {
  return queryOptions({
    queryKey: [...directoryKeys.all, 'find', q],
    queryFn: ({ signal }) => callConsole(DIRECTORY_ROUTES.find, { query: { q }, signal }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  });
}
