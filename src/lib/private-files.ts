import { chmodSync, closeSync, lstatSync, openSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { messageOf } from './message-of.ts';
import { StartError } from './start-error.ts';

/** Readable and writable by its owner only. */
export const OWNER_ONLY = 0o600;

function takeFromOthers(file: string): void {
  const stat = lstatSync(file, { throwIfNoEntry: false });
  if (stat === undefined || !stat.isFile() || (stat.mode & 0o777) === OWNER_ONLY) return;
  try {
    chmodSync(file, OWNER_ONLY);
  } catch (error) {
    throw new StartError(
      `${file} can be read by others, and that cannot be changed: ${messageOf(error)}`,
    );
  }
}

/**
 * Makes a file that only its owner can read, whatever the umask and the mode of its folder; an
 * existing file keeps its content. An SQLite database gives its companions (-wal, -shm) its own mode.
 * @throws StartError if others can read it and that cannot be changed; the file system's own errors
 */
export function makePrivate(file: string): void {
  closeSync(openSync(file, 'a', OWNER_ONLY));
  for (const suffix of ['', '-wal', '-shm', '-journal']) takeFromOthers(file + suffix);
}

/**
 * Restricts the files of a folder to their owner.
 * @param names which of its files
 * @throws StartError as above
 */
export function keepPrivate(folder: string, names: RegExp): void {
  for (const name of readdirSync(folder)) {
    if (names.test(name)) takeFromOthers(path.join(folder, name));
  }
}
