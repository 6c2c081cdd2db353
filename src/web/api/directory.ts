import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type {
  DirectoryCollectiveDetail,
  DirectoryDraft,
  DirectoryEntityDetail,
  DirectoryImport,
  DirectoryImportResult,
} from '../../contract/console/directory.ts';
import type {
  CollectiveEdit,
  ConflictDecision,
  EntityEdit,
  ImportPreview,
  ImportRecord,
  NewCollective,
  NewEntity,
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

/** Adds a Collective by its id. */
export function addCollective(added: NewCollective): Promise<DirectoryCollectiveDetail> {
  return callConsole('addCollective', { body: added });
}

/** Adds an Entity by its id. */
export function addEntity(added: NewEntity): Promise<DirectoryEntityDetail> {
  return callConsole('addEntity', { body: added });
}

/** Changes the record of a Collective; what is absent stays. */
export function editCollective(
  id: string,
  edit: CollectiveEdit,
): Promise<DirectoryCollectiveDetail> {
  return callConsole('editCollective', { params: { id }, body: edit });
}

/** Changes the record of an Entity; what is absent stays. */
export function editEntity(id: string, edit: EntityEdit): Promise<DirectoryEntityDetail> {
  return callConsole('editEntity', { params: { id }, body: edit });
}

/** Asks what an import would do. */
export function previewImport(draft: DirectoryDraft, signal?: AbortSignal): Promise<ImportPreview> {
  return callConsole('previewImport', { body: draft, signal });
}

/** Imports Collectives and Entities; nothing is removed but memberships. */
export function importDirectory(directory: DirectoryImport): Promise<DirectoryImportResult> {
  return callConsole('importDirectory', { body: directory });
}

/** Undoes the last import, wholly or not at all. */
export function undoImport(id: string): Promise<ImportRecord> {
  return callConsole('undoImport', { params: { id } });
}

/** The whole directory, in the form in which it can be imported. */
export function exportDirectory(): Promise<DirectoryImport> {
  return callConsole('exportDirectory');
}

/** Keeps our value or takes theirs. */
export function decideConflict(decision: ConflictDecision) {
  return callConsole('resolveConflict', { body: decision });
}
