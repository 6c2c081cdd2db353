import { CSV_MARK, csvRow } from '../../../lib/write-csv.ts';
import { xlsxStream, type SheetRow } from '../../../lib/xlsx-stream.ts';
import { csvField, sheetCell, type ExportTable } from './export-cells.ts';

/**
 * A report as CSV, record by record: its description, the rows, the totals. Every record
 * has as many fields as there are columns. Instants are ISO 8601 with the offset of their zone.
 */
export async function* exportCsv(table: ExportTable): AsyncGenerator<string> {
  const { columns } = table;
  yield CSV_MARK;
  const padding = columns.slice(2).map(() => '');
  for (const [name, value] of table.about) yield csvRow([name, value, ...padding]);
  yield csvRow(columns.map(() => ''));
  yield csvRow(columns);
  for await (const row of table.rows()) yield csvRow(row.map(csvField));
  for (const total of await table.totals()) yield csvRow(total.map(csvField));
}

/** The rows of a table for a spreadsheet, its totals last. */
async function* sheetRows(table: ExportTable): AsyncGenerator<SheetRow> {
  for await (const row of table.rows()) yield { cells: row.map(sheetCell) };
  for (const total of await table.totals()) yield { cells: total.map(sheetCell), bold: true };
}

/**
 * A report as a workbook: a sheet with its description, and one with the rows and their totals,
 * with a frozen header. Instants are dates in the wall clock of their zone.
 */
export function exportXlsx(table: ExportTable): AsyncGenerator<Buffer> {
  const about = table.about.map(([name, value]) => ({
    cells: [name, value].map((text) => ({ kind: 'text', text }) as const),
  }));
  return xlsxStream([
    { name: 'Report', header: ['Report', 'Value'], rows: about },
    { name: table.name, header: table.columns, rows: sheetRows(table) },
  ]);
}
