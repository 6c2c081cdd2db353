import { queryOptions } from '@tanstack/react-query';
import type { DirectoryImport, DirectoryImportResult } from '../../contract/console/directory.ts';
import { callConsole } from './client.ts';

export const directoryKeys = {
  all: ['directory'] as const,
  collectives: ['directory', 'collectives'] as const,
  collective: (id: string) => ['directory', 'collective', id] as const,
  entity: (id: string) => ['directory', 'entity', id] as const,
};

/** All Collectives that the directory knows. */
export const collectivesQuery = queryOptions({
  queryKey: directoryKeys.collectives,
  queryFn: ({ signal }) => callConsole('collectives', { signal }),
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

/** Imports Collectives and Entities; what is already known is updated, nothing is removed but memberships. */
export function importDirectory(directory: DirectoryImport): Promise<DirectoryImportResult> {
  return callConsole('importDirectory', { body: directory });
}
