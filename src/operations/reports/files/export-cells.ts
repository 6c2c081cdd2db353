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

/** Before it, spreadsheets have no dates or count them wrongly. */
const FIRST_DATE = Date.parse('1900-03-01');

/** A cell of a spreadsheet: an instant becomes the wall clock of its zone, a too early one a text. */
export function sheetCell(cell: ExportCell): Cell {
  if (cell === null || cell.kind === 'text' || cell.kind === 'number') return cell;
  const iso = csvField(cell);
  const localMs = Date.parse(cell.kind === 'day' ? iso : `${iso.slice(0, 19)}Z`);
  if (localMs < FIRST_DATE) return { kind: 'text', text: iso };
  return { kind: cell.kind === 'day' ? 'day' : 'date', localMs };
}
