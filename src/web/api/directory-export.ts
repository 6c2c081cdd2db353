import { mutationOptions } from '@tanstack/react-query';
import type { DirectoryImport } from '../../contract/console/directory-import.ts';
import { readDirectory } from './directory-changes.ts';

/** Reads the whole directory, in the format of the import, and makes a file of it. */
export function exportDirectoryMutation<Format>(
  save: (directory: DirectoryImport, format: Format) => Promise<string>,
) {
  return mutationOptions({
    mutationFn: async (format: Format) => save(await readDirectory(), format),
  });
}
