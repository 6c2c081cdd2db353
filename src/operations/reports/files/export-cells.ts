import { formatIso } from '../../../domain/format.ts';
import type { Cell } from '../../../lib/xlsx-stream.ts';

/** A cell of an export, independent of the format. */
export type ExportCell =
  | { kind: 'text'; text: string }
  | { kind: 'number'; decimal: string }
  | { kind: 'instant'; instant: string; zone: string }
  | { kind: 'day'; date: string }
  | null;

export const text = (value: string | null): ExportCell =>
  value === null ? null : { kind: 'text', text: value };
export const number = (decimal: string | number | null): ExportCell =>
  decimal === null ? null : { kind: 'number', decimal: String(decimal) };
export const instant = (value: string | null, zone: string): ExportCell =>
  value === null ? null : { kind: 'instant', instant: value, zone };

export const day = (date: string): ExportCell => ({ kind: 'day', date });

/** The content of an export; rows are streamed. */
export interface ExportTable {
  /** What the rows represent; the name of their sheet. */
  name: 'Sessions' | 'Groups';
  /** The description of the report: names and values. */
  about: [string, string][];
  columns: readonly string[];
  rows(): AsyncIterable<readonly ExportCell[]>;
  /**
   * A row per energy unit; must be called after the rows were read.
   * @throws if the run was changed meanwhile, so that the rows are incomplete
   */
  totals(): Promise<readonly (readonly ExportCell[])[]>;
}

/** A cell as a field of CSV: numbers with a decimal point, instants with the offset of their zone. */
export function csvField(cell: ExportCell): string {
  if (cell === null) return '';
  switch (cell.kind) {
    case 'text':
      return cell.text;
    case 'number':
      return cell.decimal;
    case 'instant':
      return formatIso(cell.instant, cell.zone);
    case 'day':
      return cell.date;
  }
}

const SHEETS_FROM_MS = Date.UTC(1900, 2, 1);

/** A cell of a spreadsheet: an instant becomes the wall clock of its zone. */
export function sheetCell(cell: ExportCell): Cell {
  if (cell?.kind === 'day') return { kind: 'day', localMs: Date.parse(cell.date) };
  if (cell?.kind !== 'instant') return cell;
  const iso = formatIso(cell.instant, cell.zone);
  const localMs = Date.parse(`${iso.slice(0, 19)}Z`);
  // Spreadsheets have no earlier days: they show a negative number.
  if (!(localMs >= SHEETS_FROM_MS)) return { kind: 'text', text: iso };
  return { kind: 'date', localMs };
}
