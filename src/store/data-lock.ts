import { mkdirSync } from 'node:fs';
import path from 'node:path';
import Database from 'libsql';
import { messageOf } from '../lib/message-of.ts';
import { keepPrivate, makePrivate } from '../lib/private-files.ts';
import { StartError } from '../lib/start-error.ts';

/** The files that Gridhelm keeps in a data folder; the embedded service prefixes its own with its name. */
export const OWN_FILES = /^(?:console\.(?:db|lock)|service-[\w.-]+)(?:-wal|-shm|-journal|\.part)?$/;

/**
 * Claims a data folder for this process, and restricts its files to their owner. The claim is a
 * transaction that is never committed, so the operating system ends it with the process, however it dies.
 * @param dataDir folder; created if missing
 * @returns a function that releases the folder
 * @throws StartError if another process holds it, or it cannot be written
 */
export function lockDataDir(dataDir: string): () => void {
  let database;
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const lock = path.join(dataDir, 'console.lock');
    makePrivate(lock);
    keepPrivate(dataDir, OWN_FILES);
    database = new Database(lock);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`The data folder ${dataDir} cannot be used: ${messageOf(error)}`);
  }
  try {
    database.exec('PRAGMA busy_timeout = 0');
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    const message = messageOf(error);
    throw new StartError(
      /locked|busy/i.test(message)
        ? `The data folder ${dataDir} is in use by another Gridhelm; stop that one or set DATA_DIR.`
        : `The data folder ${dataDir} cannot be used: ${message}`,
    );
  }
  const held = database;
  return () => {
    held.exec('ROLLBACK');
    held.close();
  };
}
