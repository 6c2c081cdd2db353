import { mkdirSync } from 'node:fs';
import path from 'node:path';
import Database from 'libsql';
import { messageOf } from '../../lib/message-of.ts';
import { StartError } from '../../lib/start-error.ts';

/**
 * Claims a data folder for this process. The claim is a transaction that is never committed, so the
 * operating system ends it with the process, whichever way that dies.
 * @param dataDir folder; it is made where it is missing
 * @returns a function that gives the folder back
 * @throws StartError when another process holds it, or when it cannot be written
 */
export function lockDataDir(dataDir: string): () => void {
  let database;
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    database = new Database(path.join(dataDir, 'console.lock'));
  } catch (error) {
    throw new StartError(`The data folder ${dataDir} cannot be used: ${messageOf(error)}`);
  }
  try {
    database.exec('PRAGMA busy_timeout = 0');
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    const words = messageOf(error);
    throw new StartError(
      /locked|busy/i.test(words)
        ? `The data folder ${dataDir} is in use by another Gridhelm; stop that one or set DATA_DIR.`
        : `The data folder ${dataDir} cannot be used: ${words}`,
    );
  }
  const held = database;
  return () => {
    held.exec('ROLLBACK');
    held.close();
  };
}
