import { formatIso } from '../../domain/format.ts';
import { csvRow } from '../../lib/csv-row.ts';
import { xlsxStream } from '../../lib/xlsx-stream.ts';
import { sheetRows, type ExportCell, type ExportTable } from './export-table.ts';

function csvText(cell: ExportCell, zone: string): string {
  if (cell === null) return '';
  switch (cell.kind) {
    case 'text':
      return cell.text;
    case 'number':
      return cell.decimal;
    case 'instant':
      return formatIso(cell.instant, zone);
  }
}

/**
 * A report as CSV (RFC 4180), record by record: what it is, the sessions, the totals. Every record has as
 * many fields as there are columns. Instants are ISO 8601 with the offset of the zone.
 */
export async function* exportCsv(table: ExportTable): AsyncGenerator<string> {
  const { zone, columns } = table;
  const padding = columns.slice(2).map(() => '');
  for (const [name, value] of table.about) yield csvRow([name, value, ...padding]);
  yield csvRow(columns.map(() => ''));
  yield csvRow(columns);
  for await (const row of table.rows()) yield csvRow(row.map((cell) => csvText(cell, zone)));
  for (const total of table.totals) yield csvRow(total.map((cell) => csvText(cell, zone)));
}

/**
 * A report as a workbook: a sheet that says what it is, and one with the sessions and their totals, whose
 * header stays in view. Instants are dates in the wall clock of the zone.
 */
export function exportXlsx(table: ExportTable): AsyncGenerator<Buffer> {
  const about = table.about.map(([name, value]) => ({
    cells: [name, value].map((text) => ({ kind: 'text', text }) as const),
  }));
  return xlsxStream([
    { name: 'Report', header: ['Report', 'Value'], rows: about },
    {
      name: 'Sessions',
      header: table.columns.map((name) =>
        name === 'Start' || name === 'End' ? `${name} (${table.zone})` : name,
      ),
      rows: sheetRows(table),
    },
  ]);
}
