import Papa from 'papaparse';
import { unguarded } from './write-csv.ts';

/** A row of a table, with its number in a spreadsheet. */
interface CsvRow {
  /** From 1. Blank rows count; the line `sep=;`, which spreadsheets hide, does not. A cell may have several lines. */
  line: number;
  /** As many as the header has, if the row has as many. */
  cells: string[];
  /** Why cells of it stand under no column; else null. */
  problem: string | null;
}

/** A table with a header. Blank rows are left out. */
export interface CsvTable {
  header: string[];
  rows: CsvRow[];
  /** Why the text cannot be read, or null. */
  problem: string | null;
}

/** Of two that give as many columns, the earlier: a comma stands in texts too. */
const DELIMITERS = ['\t', ';', '|', ','];
/** The first line by which a spreadsheet names the separator of the rest. */
const NAMED_SEPARATOR = /^\uFEFF?"?sep=([^\r\n])"?[ ]*(?:\r\n|\r|\n|$)/i;

const isBlank = (cell: string): boolean => cell.trim() === '';

/** Joins some cells for a message. */
function listed(cells: readonly string[]): string {
  const shown = cells.slice(0, 3).map((cell) => `“${cell.trim().slice(0, 40)}”`);
  return shown.join(', ') + (cells.length > shown.length ? ' …' : '');
}

/**
 * The one reader of CSV: comma-, semicolon-, tab- or bar-separated text with a header. A row with a
 * filled cell under no column has a problem: what stands there would otherwise be lost. The apostrophe
 * by which our files keep a text from running as a formula is removed.
 * @param delimiter the separator if it is known; without it, a first line `sep=;` or the text tells
 */
export function readCsv(text: string, delimiter?: string): CsvTable {
  const separator = NAMED_SEPARATOR.exec(text);
  const body = text.slice(separator?.[0].length ?? 0).replace(/^\uFEFF/, '');
  const { data, errors } = Papa.parse<string[]>(body, {
    delimiter: delimiter ?? separator?.[1] ?? delimiterOf(body),
  });
  const quotes = errors.find(({ type }) => type === 'Quotes');
  if (quotes !== undefined) {
    const problem = `${quotes.message}, near row ${(quotes.row ?? 0) + 1}.`;
    return { header: [], rows: [], problem };
  }
  const headAt = data.findIndex((cells) => !cells.every(isBlank));
  const named = data[headAt] ?? [];
  const header = named.slice(0, named.findLastIndex((name) => !isBlank(name)) + 1);
  const rows = data.flatMap((cells, at): CsvRow[] => {
    if (at <= headAt || cells.every(isBlank)) return [];
    return [
      {
        line: at + 1,
        cells: cells.slice(0, header.length).map(unguarded),
        problem: extraProblem(cells.slice(header.length), header.length),
      },
    ];
  });
  return { header: header.map((name) => name.trim()), rows, problem: null };
}

/** The separator that divides the header most; rows do not count, as they may have too many cells. */
function delimiterOf(body: string): string {
  const columns = DELIMITERS.map(
    (each) =>
      Papa.parse<string[]>(body.trimStart(), { delimiter: each, preview: 1 }).data[0]?.length ?? 0,
  );
  const most = Math.max(...columns);
  return most > 1 ? (DELIMITERS[columns.indexOf(most)] ?? ',') : ',';
}

function extraProblem(extra: readonly string[], columns: number): string | null {
  const filled = extra.slice(0, extra.findLastIndex((cell) => !isBlank(cell)) + 1);
  if (filled.length === 0) return null;
  const count = columns + filled.length;
  return `It has ${count} cells for ${columns} columns; there is no column for ${listed(filled)}. Put quotes around a cell that holds a separator.`;
}
