import { createHash } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';
import path from 'node:path';
import Database from 'libsql';
import { z } from '../../contract/zod.ts';
import { messageOf } from '../../lib/message-of.ts';
import { OWNER_ONLY, makePrivate } from '../../lib/private-files.ts';
import { openFileReadOnly } from '../../store/dialect/sqlite.ts';
import { StartError } from '../../lib/start-error.ts';

/** Format of a backup: an SQLite database that holds files in pieces. */
const FORMAT = 'gridhelm-backup-1';
const PIECE = 1024 * 1024;

const About = z.object({ format: z.literal(FORMAT), takenAt: z.string() });
const Kept = z.object({
  name: z.string().regex(/^[\w.-]+$/),
  size: z.number(),
  sha256: z.string(),
});
const Piece = z.object({ content: z.instanceof(Uint8Array) });

/** The header of a backup. */
export interface ArchiveAbout {
  /** ISO instant of its start. */
  takenAt: string;
  /** The names of its files. */
  names: string[];
}

/** Calls a function with each piece of a file, in order. */
function forEachPiece(file: string, take: (piece: Buffer) => void): void {
  const handle = openSync(file, 'r');
  try {
    const buffer = Buffer.alloc(PIECE);
    for (;;) {
      const read = readSync(handle, buffer, 0, PIECE, null);
      if (read === 0) return;
      take(buffer.subarray(0, read));
    }
  } finally {
    closeSync(handle);
  }
}

/**
 * Writes files into one archive that only its owner can read. It is on disk when this returns.
 * @param files paths; each keeps its base name
 */
export function writeArchive(archive: string, files: readonly string[], takenAt: string): void {
  makePrivate(archive);
  const database = new Database(archive);
  try {
    database.exec('pragma journal_mode = OFF');
    database.exec('pragma synchronous = OFF');
    database.exec(`create table about (format text not null, taken_at text not null);
      create table files (name text primary key, size integer not null, sha256 text not null);
      create table pieces (name text not null, position integer not null, content blob not null,
        primary key (name, position));`);
    const insert = database.prepare('insert into pieces values (?, ?, ?)');
    for (const file of files) {
      const hash = createHash('sha256');
      const name = path.basename(file);
      let position = 0;
      let size = 0;
      forEachPiece(file, (piece) => {
        hash.update(piece);
        insert.run([name, position, piece]);
        position += 1;
        size += piece.length;
      });
      const about = [name, size, hash.digest('hex')];
      database.prepare('insert into files values (?, ?, ?)').run(about);
    }
    database.prepare('insert into about values (?, ?)').run([FORMAT, takenAt]);
  } finally {
    database.close();
  }
  const handle = openSync(archive, 'r+');
  fsyncSync(handle);
  closeSync(handle);
}

/**
 * Unpacks an archive into a folder; each file must be unchanged.
 * @throws StartError if it is not a backup, or is damaged
 */
export function readArchive(archive: string, folder: string): ArchiveAbout {
  let database: Database.Database | null = null;
  try {
    database = openFileReadOnly(archive);
    const [about] = database.prepare('select format, taken_at as takenAt from about').all();
    const { takenAt } = About.parse(about);
    const files = z.array(Kept).parse(database.prepare('select * from files').all());
    for (const file of files) takeOut(database, file, path.join(folder, file.name));
    return { takenAt, names: files.map(({ name }) => name) };
  } catch (error) {
    const why =
      error instanceof z.ZodError ? 'its content is not that of a backup' : messageOf(error);
    throw new StartError(`${archive} is not a complete Gridhelm backup: ${why}.`);
  } finally {
    database?.close();
  }
}

function takeOut(database: Database.Database, kept: z.infer<typeof Kept>, file: string): void {
  const piece = database.prepare('select content from pieces where name = ? and position = ?');
  const hash = createHash('sha256');
  const handle = openSync(file, 'wx', OWNER_ONLY);
  try {
    let size = 0;
    for (let position = 0; size < kept.size; position += 1) {
      const { content } = Piece.parse(piece.get([kept.name, position]));
      writeSync(handle, content);
      hash.update(content);
      size += content.length;
    }
    if (hash.digest('hex') !== kept.sha256) {
      throw new Error(`${kept.name} has changed since it was written`);
    }
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
