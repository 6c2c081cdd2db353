import { DirectoryImport } from '../../../contract/console/directory.ts';

/** A directory file that was read, or why it cannot be, in words. */
export type DirectoryFile = { directory: DirectoryImport } | { problem: string };

/** Reads and checks a directory file before any of it is sent. */
export async function readDirectoryFile(file: Pick<File, 'name' | 'text'>): Promise<DirectoryFile> {
  let content: unknown;
  try {
    content = JSON.parse(await file.text());
  } catch {
    return { problem: `${file.name} is not a JSON file. Nothing was imported.` };
  }
  const parsed = DirectoryImport.safeParse(content);
  if (parsed.success) return { directory: parsed.data };
  const issue = parsed.error.issues[0];
  const where = issue === undefined || issue.path.length === 0 ? 'its top' : issue.path.join('.');
  return {
    problem: `${file.name} is not a directory file: at ${where}, ${issue?.message ?? 'not as expected'}. Nothing was imported.`,
  };
}
