import { printable } from './well-formed.ts';

/** A decimal number in our own files; it cannot be a formula. */
const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;
/** Texts that a spreadsheet runs as a formula, also in the full-width forms, and those that look guarded. */
const RISKY = /^'*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;

/** Begins each file: without it, spreadsheets do not read UTF-8. */
export const CSV_MARK = '\uFEFF';

type CsvCell = string | number | null | undefined;

/** A text that no spreadsheet runs: with a leading apostrophe where needed, which `unguarded` removes. */
function guarded(text: string): string {
  return RISKY.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}

/** The text of a cell of our own files. What a person typed as `'=x` is read alike, as `=x`. */
export function unguarded(cell: string): string {
  return cell.startsWith("'") && RISKY.test(cell) ? cell.slice(1) : cell;
}

/** A record of a CSV file by RFC 4180, with its line end. */
export function csvRow(cells: readonly CsvCell[]): string {
  const written = cells.map((cell) => {
    const safe = guarded(printable(String(cell ?? '')));
    // A semicolon or a tab too: where lists have these, spreadsheets split cells at them.
    return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  });
  return `${written.join(',')}\r\n`;
}

/** The one writer of small CSV files: the names of the columns, and the rows. */
export function csvFile(columns: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return CSV_MARK + [columns, ...rows].map(csvRow).join('');
}

/** The same of records, which have the same columns in the same order. */
export function csvOfRecords(records: readonly Readonly<Record<string, CsvCell>>[]): string {
  return csvFile(Object.keys(records[0] ?? {}), records.map(Object.values<CsvCell>));
}

/** How a file is written for the program that opens it. */
export interface CsvFormat {
  /** Begins with a byte order mark. */
  mark: boolean;
  separator: ',' | ';' | '\t';
  decimal: '.' | ',';
}

/** A text, or a decimal number with a point, which gets the decimal sign of the format. */
export type CsvField = string | { number: string } | null;

/** A record in a format, with its line end. */
export function csvRecord(fields: readonly CsvField[], { separator, decimal }: CsvFormat): string {
  const written = fields.map((field) => {
    if (field === null) return '';
    const text =
      typeof field === 'string' ? guarded(printable(field)) : field.number.replace('.', decimal);
    return /[",;\t\r\n]/.test(text) && (typeof field === 'string' || text.includes(separator))
      ? `"${text.replaceAll('"', '""')}"`
      : text;
  });
  return `${written.join(separator)}\r\n`;
}
