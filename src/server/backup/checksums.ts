import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, readSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { OWNER_ONLY } from '../../lib/private-files.ts';
import { StartError } from '../../lib/start-error.ts';

/** The list of a backup's files, as `sha256sum -c` reads it. */
const SUMS = 'SHA256SUMS';
const PIECE = 1024 * 1024;

/** The SHA-256 of a file. */
function sumOf(file: string): string {
  const hash = createHash('sha256');
  const handle = openSync(file, 'r');
  try {
    const piece = Buffer.alloc(PIECE);
    for (let read = 1; read > 0; hash.update(piece.subarray(0, read))) {
      read = readSync(handle, piece, 0, PIECE, null);
    }
  } finally {
    closeSync(handle);
  }
  return hash.digest('hex');
}

/** Waits until a file is on disk. */
function flush(file: string): void {
  const handle = openSync(file, 'r+');
  fsyncSync(handle);
  closeSync(handle);
}

/** Lists files of a folder with their SHA-256; all is on disk when this returns. */
export function writeSums(folder: string, names: readonly string[]): void {
  const lines = names.map((name) => `${sumOf(path.join(folder, name))}  ${name}\n`);
  const file = path.join(folder, SUMS);
  writeFileSync(file, lines.join(''), { mode: OWNER_ONLY });
  for (const name of [...names, SUMS]) flush(path.join(folder, name));
}

/**
 * The files that a folder lists.
 * @throws StartError if one is not as it was, or there is no list
 */
export function checkedNames(folder: string): string[] {
  let list: string;
  try {
    list = readFileSync(path.join(folder, SUMS), 'utf8');
  } catch {
    throw new StartError(`${folder} is not a Gridhelm backup: it has no ${SUMS}.`);
  }
  return list
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [, sum, name = ''] = /^([0-9a-f]{64}) {2}([\w.-]+)$/.exec(line) ?? [];
      let found: string | null = null;
      try {
        found = sumOf(path.join(folder, name));
      } catch {
        // It is missing.
      }
      if (sum === undefined || found !== sum) {
        throw new StartError(
          `${folder} is not a complete Gridhelm backup: ${name || line} is missing or has changed.`,
        );
      }
      return name;
    });
}
