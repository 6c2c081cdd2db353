import { formatCount } from '../../domain/format.ts';
import { decodeText, type DecodedText } from '../../lib/decode-text.ts';
import type { CsvTable } from '../../lib/read-csv.ts';

/** A table whose columns still have to be mapped. */
export interface ImportTable {
  columns: readonly string[];
  rows: readonly Readonly<Record<string, string>>[];
  /** The number of each row in a spreadsheet. */
  lines: readonly number[];
}

/** A file that the operator chose. */
export type ChosenFile = Pick<File, 'name' | 'arrayBuffer'>;

/** A parsed CSV table with how it was read, if that is doubtful; or why it is none. */
export type TableFile = { table: ImportTable; remark: string | null } | { problem: string };

/** The text of a file, in whatever encoding. */
export async function readText(file: Pick<File, 'arrayBuffer'>): Promise<DecodedText> {
  return decodeText(new Uint8Array(await file.arrayBuffer()));
}

/** Reads a CSV table with a header. */
export async function readTableFile(file: ChosenFile): Promise<TableFile> {
  const decoded = await readText(file);
  if ('problem' in decoded) {
    return { problem: `${file.name} cannot be read. ${decoded.problem}` };
  }
  const { text, remark } = decoded;
  if (/^\s*[[{]/.test(text)) return { problem: `${file.name} is not a table, but JSON.` };
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

/** The letters of a name, without their marks. */
function plain(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z]/g, '');
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
