import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

const src = path.dirname(import.meta.dirname);
/** The folder of the repository. */
export const root = path.dirname(src);

/** A file below src. */
export interface SourceFile {
  /** Path below src, with forward slashes. */
  file: string;
  text: string;
  imports: string[];
  isTest: boolean;
}

/** A test, a story, or what only they use. */
export const TEST = /\.(?:test|stories)\.tsx?$|\/(?:testing|web\/gallery)\/|\/test-support\.ts$/;

const IMPORT = /(?:\bfrom\s+|\bimport\s*\(\s*|^\s*import\s+)['"]([^'"]+)['"]/gm;

/** The TypeScript files below a folder, by their full path. */
export function typeScriptIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));
}

export const files: readonly SourceFile[] = typeScriptIn(src).map((full) => {
  const text = readFileSync(full, 'utf8');
  return {
    file: path.relative(src, full).replaceAll(path.sep, '/'),
    text,
    imports: [...text.matchAll(IMPORT)].flatMap((match) => match[1] ?? []),
    isTest: TEST.test(full.replaceAll(path.sep, '/')),
  };
});
export const product = files.filter((entry) => !entry.isTest);
export const web = product.filter(({ file }) => file.startsWith('web/'));

/** The room of a file: the first folder of its path. */
export const roomOf = (file: string): string => file.split('/')[0] ?? '';

/** The paths of files in order. */
export const namesOf = (found: readonly { file: string }[]): string[] =>
  found.map(({ file }) => file).toSorted();
