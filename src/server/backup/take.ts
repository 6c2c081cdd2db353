import { copyFileSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { messageOf } from '../../lib/message-of.ts';
import { makePrivate } from '../../lib/private-files.ts';
import { copyDatabase } from '../../store/dialect/sqlite-copy.ts';
import { StartError } from '../../lib/start-error.ts';
import { writeArchive } from './archive.ts';

/** The databases of the embedded service, a world each. */
const SERVICE_DATABASE = /^service-[\w.-]+\.db$/;
/** The credentials of the embedded service. */
const CREDENTIALS = 'service-credentials.json';

/** The content of a backup. */
interface TakenBackup {
  names: string[];
}

function copyPrivately(from: string, to: string): void {
  makePrivate(to);
  copyFileSync(from, to);
}

/**
 * Writes everything in a data folder into one file, while the console may run: each database as of
 * one instant. Everything answered before the call is in it.
 * @param now milliseconds since the epoch
 * @throws StartError if there is no console, the file exists already or cannot be written
 */
export function takeBackup(dataDir: string, file: string, now: number): TakenBackup {
  const console = path.join(dataDir, 'console.db');
  if (!existsSync(console)) throw new StartError(`There is no console in ${dataDir}.`);
  if (existsSync(file)) throw new StartError(`${file} exists already; name another file.`);
  let made: string | null = null;
  try {
    const folder = mkdtempSync(`${file}.part-`);
    made = folder;
    const copies: string[] = [];
    const into = (name: string) => {
      const copy = path.join(folder, name);
      copies.push(copy);
      return copy;
    };
    copyDatabase(console, into('console.db'));
    for (const name of readdirSync(dataDir)) {
      const from = path.join(dataDir, name);
      if (SERVICE_DATABASE.test(name)) copyDatabase(from, into(name));
      else if (name === CREDENTIALS) copyPrivately(from, into(name));
    }
    const part = path.join(folder, 'backup');
    writeArchive(part, copies, new Date(now).toISOString());
    renameSync(part, file);
    return { names: copies.map((copy) => path.basename(copy)) };
  } catch (error) {
    throw new StartError(`The backup ${file} cannot be written: ${messageOf(error)}`);
  } finally {
    if (made !== null) rmSync(made, { recursive: true, force: true });
  }
}
