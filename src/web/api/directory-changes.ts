import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { DirectoryDraft, DirectoryImport } from '../../contract/console/directory-import.ts';
import {
  CollectiveEdit,
  EntityEdit,
  NewCollective,
  NewEntity,
  type DirectoryKind,
} from '../../contract/console/directory-changes.ts';
import { DIRECTORY_CHANGE_ROUTES } from '../../contract/console/directory-change-routes.ts';
import { callConsole } from './client.ts';
import { directoryKeys } from './directory.ts';

/** The last import, and whether it was undone. */
export const lastImportQuery = queryOptions({
  queryKey: [...directoryKeys.all, 'last-import'],
  queryFn: ({ signal }) => callConsole(DIRECTORY_CHANGE_ROUTES.lastImport, { signal }),
});

const readAgain = (client: QueryClient) => ({
  onSuccess: () => client.invalidateQueries({ queryKey: directoryKeys.all }),
});

/** Adds a Collective or an Entity by its id. */
export function addRecordMutation(client: QueryClient, kind: DirectoryKind) {
  return mutationOptions({
    mutationFn: (added: object): Promise<unknown> =>
      kind === 'collective'
        ? callConsole(DIRECTORY_CHANGE_ROUTES.addCollective, { body: NewCollective.parse(added) })
        : callConsole(DIRECTORY_CHANGE_ROUTES.addEntity, { body: NewEntity.parse(added) }),
    ...readAgain(client),
  });
}

/** Changes the record of a Collective or an Entity; absent fields keep their values. */
export function editRecordMutation(client: QueryClient, kind: DirectoryKind, id: string) {
  return mutationOptions({
    mutationFn: (edit: object): Promise<unknown> =>
      kind === 'collective'
        ? callConsole(DIRECTORY_CHANGE_ROUTES.editCollective, {
            params: { id },
            body: CollectiveEdit.parse(edit),
          })
        : callConsole(DIRECTORY_CHANGE_ROUTES.editEntity, {
            params: { id },
            body: EntityEdit.parse(edit),
          }),
    ...readAgain(client),
  });
}

/** Previews an import. */
export const previewImportMutation = mutationOptions({
  mutationFn: (draft: DirectoryDraft) =>
    callConsole(DIRECTORY_CHANGE_ROUTES.previewImport, { body: draft }),
});

/** Imports Collectives and Entities; removes nothing but memberships. */
export function importDirectoryMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: (directory: DirectoryImport) =>
      callConsole(DIRECTORY_CHANGE_ROUTES.importDirectory, { body: directory }),
    ...readAgain(client),
  });
}

/** Undoes the last import, entirely or not at all. */
export function undoImportMutation(client: QueryClient) {
  return mutationOptions({
    mutationFn: (id: string) => callConsole(DIRECTORY_CHANGE_ROUTES.undoImport, { params: { id } }),
    ...readAgain(client),
  });
}

/** The whole directory, in the format of the import. */
export function readDirectory(): Promise<DirectoryImport> {
  return callConsole(DIRECTORY_CHANGE_ROUTES.exportDirectory);
}
