import type { FileOptions } from '../../contract/console/report-routes.ts';
import { formatIso } from '../../domain/format.ts';
import { CSV_MARK, csvRecord, type CsvField, type CsvFormat } from '../../lib/write-csv.ts';
import { xlsxStream, type Cell, type NumberFormat } from '../../lib/xlsx-stream.ts';

/** A cell of a file, in any format. */
export type FileCell =
  | { kind: 'text'; text: string }
  | { kind: 'number'; decimal: string }
  | { kind: 'instant'; instant: string; zone: string }
  | { kind: 'day'; date: string }
  | null;

/** A column: its name says the unit, or a column beside it does. */
export interface FileColumn<Row> {
  name: string;
  of: (row: Row) => FileCell;
  /** How a spreadsheet shows its numbers. */
  format: NumberFormat;
  /** In characters. */
  width: number;
}

const WIDTH = 14;

/** A column of any cells. @param width in characters */
export const cells = <Row>(
  name: string,
  of: (row: Row) => FileCell,
  width: number = WIDTH,
): FileColumn<Row> => ({ name, of, format: 'plain', width });

/** A column of texts. @param width in characters */
export const words = <Row>(
  name: string,
  of: (row: Row) => string | null,
  width: number = WIDTH,
): FileColumn<Row> => {
  const cell = (text: string | null): FileCell => (text === null ? null : { kind: 'text', text });
  return cells(name, (row) => cell(of(row)), width);
};

/** A column of exact numbers. @param format how a spreadsheet shows them */
export const amount = <Row>(
  name: string,
  of: (row: Row) => string | number | null,
  format: NumberFormat = 'plain',
): FileColumn<Row> => {
  const cell = (decimal: string | number | null): FileCell =>
    decimal === null ? null : { kind: 'number', decimal: String(decimal) };
  return { name, of: (row) => cell(of(row)), format, width: WIDTH };
};

/** A table of a file; its rows are made as they are written. */
export interface FileTable {
  /** What the rows are; the name of their sheet. */
  name: string;
  columns: readonly { name: string; format: NumberFormat; width: number }[];
  rows: AsyncIterable<readonly FileCell[]>;
}

const numbered = (no: number): FileCell => ({ kind: 'number', decimal: String(no) });

/** The table of rows by columns, with a number for each row. */
export function tableOf<Row>(
  name: string,
  columns: readonly FileColumn<Row>[],
  rows: Iterable<Row> | AsyncIterable<Row>,
): FileTable {
  return {
    name,
    columns: [
      { name: 'No.', format: 'plain', width: 7 },
      ...columns.map((column) => ({
        name: column.name,
        format: column.format,
        width: Math.max(column.width, Math.min(40, column.name.length + 3)),
      })),
    ],
    rows: (async function* () {
      let no = 0;
      for await (const row of rows) {
        no += 1;
        yield [numbered(no), ...columns.map((column) => column.of(row))];
      }
    })(),
  };
}

const SEPARATORS = { comma: ',', semicolon: ';', tab: '\t' } as const;

/** The format that an address asks for. */
export function csvFormat({ mark, separator, decimal }: Partial<FileOptions>): CsvFormat {
  return {
    mark: mark === 'yes',
    separator: SEPARATORS[separator ?? 'comma'],
    decimal: decimal === 'comma' ? ',' : '.',
  };
}

/** A cell in CSV: instants are ISO 8601 with the offset of their zone. */
function csvField(cell: FileCell): CsvField {
  if (cell === null) return null;
  switch (cell.kind) {
    case 'text':
      return cell.text;
    case 'number':
      return { number: cell.decimal };
    case 'instant':
      return formatIso(cell.instant, cell.zone);
    case 'day':
      return cell.date;
  }
}

/** Characters that are gathered before they are sent. */
const CHUNK = 65_536;

/** A table as CSV: the names of the columns in the first line, then a record per row. */
export async function* csvOf(
  { columns, rows }: FileTable,
  format: CsvFormat,
): AsyncGenerator<Uint8Array> {
  const head = csvRecord(
    columns.map(({ name }) => name),
    format,
  );
  let gathered = `${format.mark ? CSV_MARK : ''}${head}`;
  for await (const row of rows) {
    gathered += csvRecord(row.map(csvField), format);
    if (gathered.length < CHUNK) continue;
    yield Buffer.from(gathered);
    gathered = '';
  }
  yield Buffer.from(gathered);
}

/** Before it, spreadsheets have no dates or count them wrongly. */
const FIRST_DATE = Date.parse('1900-03-01');

/** A cell of a spreadsheet: an instant becomes the wall clock of its zone, a too early one a text. */
function sheetCell(cell: FileCell, format: NumberFormat): Cell {
  if (cell === null || cell.kind === 'text') return cell;
  if (cell.kind === 'number') return { ...cell, format };
  const iso = cell.kind === 'day' ? cell.date : formatIso(cell.instant, cell.zone);
  const localMs = Date.parse(cell.kind === 'day' ? iso : `${iso.slice(0, 19)}Z`);
  if (localMs < FIRST_DATE) return { kind: 'text', text: iso };
  return { kind: cell.kind === 'day' ? 'day' : 'date', localMs };
}

/** Tables as a workbook: a sheet each, with a frozen header that filters, after one with what the report is. */
export function xlsxOf(
  about: readonly (readonly [string, string])[],
  tables: readonly FileTable[],
): AsyncGenerator<Uint8Array> {
  return xlsxStream([
    {
      name: 'Report',
      header: ['Report', 'Value'],
      widths: [32, 60],
      rows: about.map((line) => ({ cells: line.map((value) => ({ kind: 'text', text: value })) })),
    },
    ...tables.map(({ name, columns, rows }) => ({
      name,
      header: columns.map((column) => column.name),
      widths: columns.map(({ width }) => width),
      isFiltered: true,
      rows: (async function* () {
        for await (const row of rows) {
          yield { cells: row.map((cell, at) => sheetCell(cell, columns[at]?.format ?? 'plain')) };
        }
      })(),
    })),
  ]);
}
