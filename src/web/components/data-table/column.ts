import type { ReactNode } from 'react';

/** A column: numbers are aligned right, with their unit in the header. */
export interface Column<Row> {
  key: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  numeric?: boolean;
  /** Whether long text may wrap; not in windowed tables, whose rows have equal height. */
  wraps?: boolean;
  /** CSS width; columns without one share the rest. */
  width?: string;
  /** The argument for `onSort`; absent if the table does not sort by this column. */
  sort?: string;
  /** Whether a row has no value; a column that is empty in all rows is left out, and on a phone each empty cell. */
  isEmpty?: (row: Row) => boolean;
  /**
   * Where a row on a phone has this column: `name` begins it, `line` is in the line below, `more` has a line
   * of its own, `end` is at the right. Absent: nowhere.
   */
  phone?: 'name' | 'line' | 'more' | 'end';
  /** The cell on a phone, where it says more or less than in the table; null draws nothing. */
  phoneCell?: (row: Row) => ReactNode;
}

/** A column with its layout, and its cell last. */
export function column<Row>(
  key: string,
  header: ReactNode,
  layout: Omit<Column<Row>, 'key' | 'header' | 'cell'>,
  cell: Column<Row>['cell'],
): Column<Row> {
  return { key, header, ...layout, cell };
}

/** Footer cells by column key. */
export type FooterRow = Readonly<Record<string, ReactNode>>;

/** What a table is sorted by. */
export interface SortOrder {
  by: string;
  order: 'asc' | 'desc';
}

/** Rows of a list that is read in pages. */
export interface PagedRows<Row> {
  total: number;
  /** The row at an index, or undefined if it has not been read yet. */
  rowAt: (index: number) => Row | undefined;
}

/** The common shape that tables draw from. */
export function pagedRows<Row>(rows: readonly Row[] | PagedRows<Row>): PagedRows<Row> {
  return 'rowAt' in rows ? rows : { total: rows.length, rowAt: (index) => rows[index] };
}

/** Minimum widths in px: of the first column, which names the row, and of others without a width in px. */
const LEAST_NAME = 200;
const LEAST = 110;
/** The largest minimum width of a table by default: it fits beside the rail on a common screen. */
const LEAST_TABLE = 960;
/** If all columns have a width and leave at least this much together, in %, the first one takes the rest. */
const SPARE = 12;

/** The width below which cells would be cut to nothing, in px. @param most upper limit */
export function leastWidth(
  columns: readonly Pick<Column<never>, 'width'>[],
  most = LEAST_TABLE,
): number {
  const widths = columnWidths(columns);
  const fixed = widths.reduce((sum, width) => sum + (pxOf(width) ?? 0), 0);
  const share = widths.reduce((sum, width) => sum + shareOf(width), 0) / 100;
  const all = widths.reduce(
    (sum, width, at) => sum + (pxOf(width) ?? (at === 0 ? LEAST_NAME : LEAST)),
    0,
  );
  // The name takes what shares and fixed widths leave, which must be enough too.
  const forName = widths[0] === undefined && share < 1 ? (LEAST_NAME + fixed) / (1 - share) : 0;
  return Math.round(Math.min(Math.max(all, forName), most));
}

function pxOf(width: string | undefined): number | null {
  return width?.endsWith('px') === true ? Number.parseFloat(width) : null;
}

function shareOf(width: string | undefined): number {
  return width?.endsWith('%') === true ? Number.parseFloat(width) : 0;
}

/** The CSS widths of columns; one of them takes the rest. */
export function columnWidths(
  columns: readonly Pick<Column<never>, 'width'>[],
): (string | undefined)[] {
  const widths = columns.map(({ width }) => width);
  const spare = 100 - widths.reduce((sum, width) => sum + shareOf(width), 0);
  const takesRest = spare >= SPARE && !widths.includes(undefined);
  return takesRest ? [undefined, ...widths.slice(1)] : widths;
}

/** The columns with content; all of them if there are no rows or not all have been read. */
export function filledColumns<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[] | PagedRows<Row>,
): readonly Column<Row>[] {
  if ('rowAt' in rows || rows.length === 0) return columns;
  return columns.filter(
    ({ isEmpty }) => isEmpty === undefined || rows.some((row) => !isEmpty(row)),
  );
}
