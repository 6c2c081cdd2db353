import { createHash } from 'node:crypto';
import { open, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { AnchorProblem } from '../../contract/console/audit.ts';
import { z } from '../../contract/zod.ts';
import { canonicalJson } from '../../lib/canonical-json.ts';
import { OWNER_ONLY, makePrivate } from '../../lib/private-files.ts';
import { NO_HASH } from './chain.ts';

/** A head of the audit log, kept outside the store. */
export interface Anchor {
  /** Number of the last row at that time. */
  sequence: number;
  hash: string;
  /** ISO instant of the anchoring. */
  at: string;
}

const Line = z.strictObject({
  sequence: z.int().positive(),
  hash: z.string(),
  at: z.string(),
  /** The seal of the line before, or zeros. */
  previous: z.string(),
  /** SHA-256 over the other fields. */
  seal: z.string(),
});
type Line = z.infer<typeof Line>;

/** The contents of the file of anchors. */
export interface Anchors {
  anchors: Anchor[];
  /** What is wrong with the file itself. */
  problems: AnchorProblem[];
}

/** The file with the heads of the audit log, beside the store. */
export function anchorFile(dataDir: string): string {
  return path.join(dataDir, 'audit-anchors.jsonl');
}

/** Lines kept at least: the newest pins all rows, the others tell since when one has been wrong. */
const KEPT_LINES = 1000;

function sealOf(line: Omit<Line, 'seal'>): string {
  return createHash('sha256').update(canonicalJson(line)).digest('hex');
}

async function linesOf(file: string): Promise<string[] | null> {
  try {
    const text = await readFile(file, 'utf8');
    // A last line without a line end was cut off by a crash.
    return text.split('\n').slice(0, -1);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

function parseLine(text: string): Line | null {
  try {
    const line = Line.parse(JSON.parse(text));
    const { seal, ...sealed } = line;
    return sealOf(sealed) === seal ? line : null;
  } catch {
    return null;
  }
}

/** Reads all anchors; a missing file has none. @throws the file system's own errors */
export async function readAnchors(file: string): Promise<Anchors> {
  const lines = (await linesOf(file)) ?? [];
  const anchors: Anchor[] = [];
  const problems: AnchorProblem[] = [];
  let previous: string | null = null;
  for (const [at, text] of lines.entries()) {
    const line = parseLine(text);
    if (line === null) {
      problems.push({ code: 'changed', line: at + 1 });
      previous = null;
      continue;
    }
    if (previous !== null && line.previous !== previous) {
      problems.push({ code: 'unlinked', line: at + 1 });
    }
    anchors.push({ sequence: line.sequence, hash: line.hash, at: line.at });
    previous = line.seal;
  }
  return { anchors, problems };
}

/** Writes anchors to their file, one after another. */
export interface AnchorWriter {
  /** The anchor written last, or null. */
  last(): Anchor | null;
  /** Adds a line that is on the disk when this returns. @throws the file system's own errors */
  add(anchor: Anchor): Promise<void>;
}

/** Opens the file of anchors for writing; a line that a crash cut off is dropped. */
export async function openAnchors(file: string): Promise<AnchorWriter> {
  makePrivate(file);
  let lines = (await linesOf(file)) ?? [];
  const whole = `${lines.join('\n')}\n`;
  if ((await readFile(file, 'utf8')).length > whole.length) await replace(file, lines);
  let last = lines.map(parseLine).findLast((line) => line !== null) ?? null;
  return {
    last: () => last,
    async add({ sequence, hash, at }) {
      const sealed = { sequence, hash, at, previous: last?.seal ?? NO_HASH };
      const line = { ...sealed, seal: sealOf(sealed) };
      const text = JSON.stringify(line);
      if (lines.length >= 2 * KEPT_LINES) {
        await replace(file, [...lines.slice(1 - KEPT_LINES), text]);
        lines = lines.slice(1 - KEPT_LINES);
      } else {
        await append(file, `${text}\n`);
      }
      lines.push(text);
      last = line;
    },
  };
}

async function append(file: string, text: string): Promise<void> {
  const handle = await open(file, 'a', OWNER_ONLY);
  try {
    await handle.appendFile(text);
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

/** Replaces a file: after a crash it has the old content or the new one. */
async function replace(file: string, lines: readonly string[]): Promise<void> {
  const part = `${file}.part`;
  const text = lines.map((line) => `${line}\n`).join('');
  await writeFile(part, text, { mode: OWNER_ONLY, flush: true });
  await rename(part, file);
}
