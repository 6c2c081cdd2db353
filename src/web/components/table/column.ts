import type { ReactNode } from 'react';

/** A column: numbers are aligned right and have their unit in the header. */
export interface Column<Row> {
  key: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  numeric?: boolean;
  /** Whether long text may wrap; not in windowed tables, whose rows have equal height. */
  wraps?: boolean;
  /** CSS width; columns without one share the rest. */
  width?: string;
  /** What `onSort` is called with; absent if the table does not sort by this column. */
  sort?: string;
  /** How the rows are sorted by this column, where its header sorts on its own. */
  sorted?: 'ascending' | 'descending' | undefined;
  /** Whether a row has nothing to show; a column that is empty in all rows is left out. */
  isEmpty?: (row: Row) => boolean;
}

/** What a row shows on a phone: two lines, and an item at the right. */
export interface NarrowRow {
  first: ReactNode;
  second: ReactNode;
  end?: ReactNode;
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

/** The one shape that tables draw from. */
export function pagedRows<Row>(rows: readonly Row[] | PagedRows<Row>): PagedRows<Row> {
  return 'rowAt' in rows ? rows : { total: rows.length, rowAt: (index) => rows[index] };
}

/** The columns that have something to show; all of them if there are no rows or not all have been read. */
export function filledColumns<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[] | PagedRows<Row>,
): readonly Column<Row>[] {
  if ('rowAt' in rows || rows.length === 0) return columns;
  return columns.filter(
    ({ isEmpty }) => isEmpty === undefined || rows.some((row) => !isEmpty(row)),
  );
}
