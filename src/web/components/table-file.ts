import { z } from '../../contract/zod.ts';
import { formatCount } from '../../domain/format.ts';
import { decodeText, type DecodedText } from '../../lib/decode-text.ts';
import type { CsvTable } from '../../lib/read-csv.ts';

/** A table whose columns still have to be mapped. */
export interface ImportTable {
  columns: readonly string[];
  rows: readonly Readonly<Record<string, unknown>>[];
  /** The number of each row in a spreadsheet; of JSON, its position from 1. */
  lines: readonly number[];
}

/** A file that the operator chose. */
export type ChosenFile = Pick<File, 'name' | 'arrayBuffer'>;

/** A parsed file: a table, JSON of another shape, or why it is neither. */
export type TableFile =
  | { table: ImportTable; remark: string | null }
  | { json: unknown }
  | { problem: string };

const Rows = z.array(z.record(z.string(), z.unknown()));

/** The text of a file, in whatever encoding. */
export async function readText(file: Pick<File, 'arrayBuffer'>): Promise<DecodedText> {
  return decodeText(new Uint8Array(await file.arrayBuffer()));
}

/** Reads a file: JSON (an array of objects is a table), or a CSV table with a header. */
export async function readTableFile(file: ChosenFile): Promise<TableFile> {
  const decoded = await readText(file);
  if ('problem' in decoded) {
    return { problem: `${file.name} cannot be read. ${decoded.problem}` };
  }
  const { text, remark } = decoded;
  if (/^\s*[[{]/.test(text)) return readJson(file.name, text, remark);
  const { readCsv } = await import('../../lib/read-csv.ts');
  const csv = readCsv(text);
  const problem = problemOf(csv);
  if (problem !== null) return { problem: `${file.name} cannot be read: ${problem}` };
  const names = distinct(csv.header);
  const columns = names.filter((name) => name !== '');
  if (columns.length === 0) {
    return { problem: `${file.name} is not a table with a header.` };
  }
  const rows = csv.rows.map(({ cells }) =>
    Object.fromEntries(cells.map((cell, at) => [names[at] ?? '', cell])),
  );
  return { table: { columns, rows, lines: csv.rows.map(({ line }) => line) }, remark };
}

/** Why a table cannot be taken: a row with cells under no column has its values in wrong ones. */
function problemOf({ problem, rows }: CsvTable): string | null {
  if (problem !== null) return problem;
  const faulty = rows.filter((row) => row.problem !== null);
  const [first, ...others] = faulty;
  if (first === undefined) return null;
  const more =
    others.length === 0
      ? ''
      : ` ${formatCount(others.length, 'more row has', 'more rows have')} too many cells too.`;
  return `row ${first.line}: ${first.problem ?? ''}${more}`;
}

/** The names of columns, with a number where one occurs again. */
function distinct(header: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return header.map((name) => {
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 || name === '' ? name : `${name} (${count})`;
  });
}

function readJson(name: string, text: string, remark: string | null): TableFile {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    return { problem: `${name} is not well-formed JSON.` };
  }
  const rows = Rows.safeParse(content);
  if (!rows.success) return { json: content };
  const columns = [...new Set(rows.data.slice(0, 1000).flatMap((row) => Object.keys(row)))];
  const lines = rows.data.map((_, at) => at + 1);
  return { table: { columns, rows: rows.data, lines }, remark };
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]/g, '');
}

/** The first column with one of these names, in any spelling. */
export function findColumn(
  columns: readonly string[],
  names: readonly string[],
): string | undefined {
  return names
    .map((name) => columns.find((each) => plain(each) === name))
    .find((found) => found !== undefined);
}

/** The text of a cell. */
export function cellText(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  return typeof value === 'number' ? String(value) : '';
}
