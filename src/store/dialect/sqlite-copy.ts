import { makePrivate } from '../../lib/private-files.ts';
import { openFileReadOnly } from './sqlite.ts';

/**
 * Copies a database as of one instant; writers continue, and none waits for this.
 * @param to a file that does not exist yet
 * @throws SQLite's own errors
 */
export function copyDatabase(from: string, to: string): void {
  makePrivate(to);
  const database = openFileReadOnly(from);
  try {
    database.exec(`vacuum into '${to.replaceAll("'", "''")}'`);
  } finally {
    database.close();
  }
}

/** Defects that SQLite finds in a database file; empty if it is sound. @throws SQLite's own errors */
export function faultsOf(file: string): string[] {
  const database = openFileReadOnly(file);
  try {
    const found = database.prepare('pragma integrity_check').pluck().all().map(String);
    return found.filter((line) => line !== 'ok');
  } finally {
    database.close();
  }
}
