import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useMemo } from 'react';
import { CutTip } from '../hint.tsx';
import {
  columnWidths,
  type Column,
  type FooterRow,
  type PagedRows,
  type SortOrder,
} from './column.ts';
import { SortHeader } from './sort-header.tsx';
import { cellStyles } from './table-styles.ts';
import { rowIndices, type RowView } from './use-row-window.ts';

interface RowTableProps<Row> extends PagedRows<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  sort?: SortOrder;
  onSort?: (sort: SortOrder) => void;
  footer: readonly FooterRow[];
  minWidth: number;
  view: RowView;
  windowed: boolean;
  /** Height of a row in px. */
  height: number;
  busy: boolean;
}

/** The rows in view as a table. */
export function RowTable<Row>(props: RowTableProps<Row>) {
  const { label, columns, total, rowAt, rowKey, footer, view, windowed, height, busy } = props;
  const widths = columnWidths(columns);
  return (
    <Box
      component="table"
      aria-label={label}
      aria-rowcount={total + 1}
      aria-busy={busy}
      sx={{ ...cellStyles, minWidth: props.minWidth, '& tbody td': { height } }}
    >
      <thead>
        <CutTip cells>
          <tr aria-rowindex={1}>
            {columns.map((column, at) => (
              <Head
                key={column.key}
                column={column}
                width={widths[at]}
                sort={props.sort}
                onSort={props.onSort}
              />
            ))}
          </tr>
        </CutTip>
      </thead>
      <tbody>
        {view.before > 0 && <Spacer height={view.before} columns={columns.length} />}
        {rowIndices(view).map((index) => {
          const row = rowAt(index);
          return (
            <BodyRow
              key={row === undefined ? index : rowKey(row)}
              row={row}
              index={index}
              columns={columns}
              mayWrap={!windowed}
            />
          );
        })}
        {view.after > 0 && <Spacer height={view.after} columns={columns.length} />}
      </tbody>
      {footer.length > 0 && (
        <tfoot>
          {footer.map((cells, at) => (
            <CutTip key={at} cells>
              <tr>
                {columns.map(({ key, numeric }) => (
                  <td key={key} className={numeric === true ? 'numeric' : undefined}>
                    {cells[key]}
                  </td>
                ))}
              </tr>
            </CutTip>
          ))}
        </tfoot>
      )}
    </Box>
  );
}

interface BodyRowProps<Row> {
  /** Undefined: not read yet. */
  row: Row | undefined;
  index: number;
  columns: readonly Column<Row>[];
  mayWrap: boolean;
}

function BodyRow<Row>({ row, index, columns, mayWrap }: BodyRowProps<Row>) {
  // While scrolling most rows stay: their cells are not rendered again.
  const cells = useMemo(
    () =>
      columns.map((column) => (
        <td key={column.key} className={cellClass(column, mayWrap)}>
          {row === undefined ? <Skeleton width="60%" /> : column.cell(row)}
        </td>
      )),
    [row, columns, mayWrap],
  );
  return (
    <CutTip cells>
      <tr aria-rowindex={index + 2}>{cells}</tr>
    </CutTip>
  );
}

function cellClass(
  { numeric, wraps }: { numeric?: boolean; wraps?: boolean },
  mayWrap: boolean,
): string | undefined {
  if (numeric === true) return 'numeric';
  return wraps === true && mayWrap ? 'wraps' : undefined;
}

const SORTED = { asc: 'ascending', desc: 'descending' } as const;

interface HeadProps<Row> {
  column: Column<Row>;
  width: string | undefined;
  sort: SortOrder | undefined;
  onSort: ((sort: SortOrder) => void) | undefined;
}

function Head<Row>({ column, width, sort, onSort }: HeadProps<Row>) {
  const { sort: by, header, numeric } = column;
  const order = by !== undefined && by === sort?.by ? sort.order : null;
  const sorted = order === null ? column.sorted : SORTED[order];
  return (
    <th
      scope="col"
      className={numeric === true ? 'numeric' : undefined}
      style={{ width }}
      aria-sort={sorted}
    >
      {by === undefined || onSort === undefined ? (
        header
      ) : (
        <SortHeader
          sorted={sorted}
          onSort={() => onSort({ by, order: order === 'asc' ? 'desc' : 'asc' })}
        >
          {header}
        </SortHeader>
      )}
    </th>
  );
}

function Spacer({ height, columns }: { height: number; columns: number }) {
  return (
    <tr aria-hidden="true" className="spacer">
      <td colSpan={columns} style={{ height }}>
        &nbsp;
      </td>
    </tr>
  );
}
