import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { messageOf } from '../../lib/message-of.ts';
import { OWNER_ONLY } from '../../lib/private-files.ts';
import { StartError } from '../../lib/start-error.ts';
import { copyDatabase } from '../../store/dialect/sqlite-copy.ts';
import { writeSums } from './checksums.ts';

/** The databases of the embedded service, a world each. */
const SERVICE_DATABASE = /^service-[\w.-]+\.db$/;
/** The credentials of the embedded service. */
const CREDENTIALS = 'service-credentials.json';
/** When a backup was taken, as an ISO instant. */
export const TAKEN_AT = 'taken-at';

/**
 * Copies everything in a data folder into a new folder, while the console may run: each database as of one instant.
 * Everything answered before the call is in it.
 * @param now milliseconds since the epoch
 * @returns the names of its files
 * @throws StartError if there is no console, the folder exists already or cannot be written
 */
export function takeBackup(dataDir: string, folder: string, now: number): string[] {
  const database = path.join(dataDir, 'console.db');
  if (!existsSync(database)) throw new StartError(`There is no console in ${dataDir}.`);
  if (existsSync(folder)) throw new StartError(`${folder} exists already; name another folder.`);
  let part: string | null = null;
  try {
    // Only its owner can open it.
    const made = mkdtempSync(`${folder}.part-`);
    part = made;
    copyDatabase(database, path.join(made, 'console.db'));
    for (const name of readdirSync(dataDir)) {
      const [from, to] = [path.join(dataDir, name), path.join(made, name)];
      if (SERVICE_DATABASE.test(name)) copyDatabase(from, to);
      else if (name === CREDENTIALS) copyFileSync(from, to);
    }
    writeFileSync(path.join(made, TAKEN_AT), new Date(now).toISOString());
    const names = readdirSync(made);
    for (const name of names) chmodSync(path.join(made, name), OWNER_ONLY);
    writeSums(made, names);
    renameSync(made, folder);
    return names;
  } catch (error) {
    throw new StartError(`The backup ${folder} cannot be written: ${messageOf(error)}`);
  } finally {
    if (part !== null) rmSync(part, { recursive: true, force: true });
  }
}
