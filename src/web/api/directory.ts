import {
  keepPreviousData,
  mutationOptions,
  queryOptions,
  type QueryClient,
} from '@tanstack/react-query';
import type { DirectoryDraft, DirectoryImport } from '../../contract/console/directory.ts';
import {
  CollectiveEdit,
  EntityEdit,
  NewCollective,
  NewEntity,
  type ConflictDecision,
  type DirectoryKind,
} from '../../contract/console/directory-changes.ts';
import type { EntityFilter, EntityListQuery } from '../../contract/console/directory-list.ts';
import { callConsole } from './client.ts';

export const directoryKeys = {
  all: ['directory'] as const,
  collectives: ['directory', 'collectives'] as const,
  collective: (id: string) => ['directory', 'collective', id] as const,
  membership: (id: string) => ['directory', 'membership', id] as const,
  entity: (id: string) => ['directory', 'entity', id] as const,
  entities: ['directory', 'entities'] as const,
};

/** All Collectives that the directory knows. */
export const collectivesQuery = queryOptions({
  queryKey: directoryKeys.collectives,
  queryFn: ({ signal }) => callConsole('collectives', { signal }),
});

/** The Collectives that were archived. */
export const archivedCollectivesQuery = queryOptions({
  queryKey: [...directoryKeys.collectives, 'archived'],
  queryFn: ({ signal }) => callConsole('collectives', { query: { archived: '1' }, signal }),
});

/** A Collective with its known Entities. */
export function collectiveQuery(id: string) {
  return queryOptions({
    queryKey: directoryKeys.collective(id),
    queryFn: ({ signal }) => callConsole('collective', { params: { id }, signal }),
  });
}

/** An Entity as the directory knows it. */
export function entityQuery(id: string) {
  return queryOptions({
    queryKey: directoryKeys.entity(id),
    queryFn: ({ signal }) => callConsole('entity', { params: { id }, signal }),
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
    queryFn: ({ signal }) => callConsole('entities', { query, signal }),
    // The first page also says how many there are: a filter that changes does not empty the screen.
    placeholderData: page === 0 ? keepPreviousData : undefined,
  });
}

/** How many Entities each value of each filter would show. */
export function entityFacetsQuery(filter: EntityFilter) {
  return queryOptions({
    queryKey: [...directoryKeys.entities, 'facets', filter],
    queryFn: ({ signal }) => callConsole('entityFacets', { query: filter, signal }),
    placeholderData: keepPreviousData,
  });
}

/** What words or an id find in everything that the console knows. */
export function findQuery(q: string) {
  return queryOptions({
    queryKey: [...directoryKeys.all, 'find', q],
    queryFn: ({ signal }) => callConsole('find', { query: { q }, signal }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  });
}

/** The last import, and whether it was undone. */
export const lastImportQuery = queryOptions({
  queryKey: [...directoryKeys.all, 'last-import'],
  queryFn: ({ signal }) => callConsole('lastImport', { signal }),
});

/** Values of ours that something newer speaks against. */
export const conflictsQuery = queryOptions({
  queryKey: [...directoryKeys.all, 'conflicts'],
  queryFn: ({ signal }) => callConsole('directoryConflicts', { signal }),
});

const readAgain = (client: QueryClient) => ({
  onSuccess: () => client.invalidateQueries({ queryKey: directoryKeys.all }),
});

/** Adds a Collective or an Entity by its id. */
export function addRecordMutation(client: QueryClient, kind: DirectoryKind) {
  return mutationOptions({
    mutationFn: (added: object): Promise<unknown> =>
      kind === 'collective'
        ? callConsole('addCollective', { body: NewCollective.parse(added) })
        : callConsole('addEntity', { body: NewEntity.parse(added) }),
    ...readAgain(client),
  });
}

/** Changes the record of a Collective or an Entity; what is absent stays. */
export function editRecordMutation(client: QueryClient, kind: DirectoryKind, id: string) {
  return mutationOptions({
    mutationFn: (edit: object): Promise<unknown> =>
      kind === 'collective'
        ? callConsole('editCollective', { params: { id }, body: CollectiveEdit.parse(edit) })
        : callConsole('editEntity', { params: { id }, body: EntityEdit.parse(edit) }),
    ...readAgain(client),
  });
}

/** Asks what an import would do. */
export const previewImportMutation = mutationOptions({
  mutationFn: (draft: DirectoryDraft) => callConsole('previewImport', { body: draft }),
});

/** Imports Collectives and Entities; nothing is removed but memberships. */
export function importDirectoryMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: (directory: DirectoryImport) => callConsole('importDirectory', { body: directory }),
    ...readAgain(client),
  });
}

/** Undoes the last import, wholly or not at all. */
export function undoImportMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: (id: string) => callConsole('undoImport', { params: { id } }),
    ...readAgain(client),
  });
}

/** Reads the whole directory, in the form in which it can be imported, and makes a file of it. */
export function exportDirectoryMutation<Format>(
  save: (directory: DirectoryImport, format: Format) => Promise<string>,
) {
  return mutationOptions({
    mutationFn: async (format: Format) => save(await callConsole('exportDirectory'), format),
  });
}

/** Keeps our value or takes theirs. */
export function decideConflictMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: (decision: ConflictDecision) => callConsole('resolveConflict', { body: decision }),
    ...readAgain(client),
  });
}
