import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { DIRECTORY_ROUTES } from '../../contract/console/directory-routes.ts';
import { callConsole } from './client.ts';

/** How often sums are read again while the server is recomputing them, in ms. */
const BEHIND_MS = 2000;

export const directoryKeys = {
  all: ['directory'] as const,
  collectives: ['directory', 'collectives'] as const,
  collectiveFacts: ['directory', 'collective-facts'] as const,
  collective: (id: string) => ['directory', 'collective', id] as const,
  membership: (id: string) => ['directory', 'membership', id] as const,
  entity: (id: string) => ['directory', 'entity', id] as const,
  entities: ['directory', 'entities'] as const,
};

/** All Collectives in the directory. */
export const collectivesQuery = queryOptions({
  queryKey: directoryKeys.collectives,
  queryFn: ({ signal }) => callConsole(DIRECTORY_ROUTES.collectives, { signal }),
});

/** What the list of Collectives shows beside their records. @param zone whose days are counted */
export const collectiveFactsQuery = (zone: string) =>
  queryOptions({
    queryKey: [...directoryKeys.collectiveFacts, zone] as const,
    queryFn: ({ signal }) =>
      callConsole(DIRECTORY_ROUTES.collectiveFacts, { query: { zone }, signal }),
    refetchInterval: ({ state }) => (state.data?.isBehind === true ? BEHIND_MS : false),
    placeholderData: keepPreviousData,
  });

/** Archived Collectives. */
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

/** An Entity's directory record. */
export function entityQuery(id: string) {
  return queryOptions({
    queryKey: directoryKeys.entity(id),
    queryFn: ({ signal }) => callConsole(DIRECTORY_ROUTES.entity, { params: { id }, signal }),
  });
}
