import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Skeleton from '@mui/material/Skeleton';
import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { NARROW_ROW_HEIGHT, ROW_HEIGHT } from '../theme/theme.ts';
import { cellStyles } from './table-styles.ts';
import { useNarrow } from './use-narrow.ts';
import { useRowWindow, type RowWindow } from './use-row-window.ts';

/** A column of a long list that is read in pages. */
export interface ListColumn<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  numeric?: boolean;
  /** CSS width; columns without one share the rest. */
  width?: string;
  /** Sort key of the header; absent if the column cannot be sorted. */
  sort?: string;
}

/** What a list is sorted by. */
interface SortOrder {
  by: string;
  order: 'asc' | 'desc';
}

interface PagedTableProps<Row> {
  /** Accessible name of the table. */
  label: string;
  columns: readonly ListColumn<Row>[];
  total: number;
  /** The row at an index, or undefined if it has not been read yet. */
  rowAt: (index: number) => Row | undefined;
  rowKey: (row: Row) => string;
  renderNarrow: (row: Row) => { first: ReactNode; second: ReactNode; end?: ReactNode };
  sort: SortOrder;
  onSort: (sort: SortOrder) => void;
  /** Called with the range of rendered rows: first, and the one after the last. */
  onWindow?: (first: number, end: number) => void;
  /** Height of a row in px, on anything wider than a phone. */
  rowHeight?: number;
  /** Whether the rows shown belong to an older filter. */
  busy?: boolean;
}

/** Up to this many rows are rendered at once; more as they scroll into view. */
const WINDOWED_ABOVE = 100;

/** A list of any length with sortable columns; on a phone, rows of two lines. */
export function PagedTable<Row>(props: PagedTableProps<Row>) {
  const { label, total, onWindow, rowHeight = ROW_HEIGHT, busy = false } = props;
  const narrow = useNarrow();
  const windowed = total > WINDOWED_ABOVE;
  const height = narrow ? NARROW_ROW_HEIGHT : rowHeight;
  const { scrollRef, ...view } = useRowWindow(total, height, windowed);
  const { first, end } = view;
  useEffect(() => onWindow?.(first, end), [onWindow, first, end]);
  return (
    <Box
      ref={scrollRef}
      component="section"
      aria-label={windowed ? `${label}, scrolls` : undefined}
      tabIndex={windowed ? 0 : undefined}
      sx={{
        borderTop: 1,
        borderColor: 'divider',
        overflow: windowed ? 'auto' : 'visible',
        maxHeight: windowed ? 'max(320px, min(68vh, 900px))' : undefined,
        borderBottom: windowed ? 1 : 0,
        borderBottomColor: 'divider',
        // Tinted, not faded: faded text has too little contrast.
        bgcolor: busy ? 'action.hover' : undefined,
      }}
    >
      {narrow ? <Rows {...props} view={view} /> : <Table {...props} view={view} height={height} />}
    </Box>
  );
}

type View = Omit<RowWindow, 'scrollRef'>;

function indices({ first, end }: View): number[] {
  return Array.from({ length: Math.max(0, end - first) }, (_, at) => first + at);
}

function Table<Row>(props: PagedTableProps<Row> & { view: View; height: number }) {
  const { label, columns, total, rowAt, rowKey, view, height, busy } = props;
  return (
    <Box
      component="table"
      aria-label={label}
      aria-rowcount={total + 1}
      aria-busy={busy}
      sx={{
        ...cellStyles,
        // One line for text and buttons alike: the row window relies on equal heights.
        '& thead th': { verticalAlign: 'middle', paddingBlock: 0 },
        '& tbody td': { height },
      }}
    >
      <thead>
        <tr aria-rowindex={1}>
          {columns.map((column) => (
            <Head key={column.key} {...props} column={column} />
          ))}
        </tr>
      </thead>
      <tbody>
        {view.before > 0 && <Spacer height={view.before} columns={columns.length} />}
        {indices(view).map((index) => {
          const row = rowAt(index);
          return (
            <tr key={row === undefined ? index : rowKey(row)} aria-rowindex={index + 2}>
              {columns.map((column) => (
                <td key={column.key} className={column.numeric === true ? 'numeric' : undefined}>
                  {row === undefined ? <Skeleton width="60%" /> : column.cell(row)}
                </td>
              ))}
            </tr>
          );
        })}
        {view.after > 0 && <Spacer height={view.after} columns={columns.length} />}
      </tbody>
    </Box>
  );
}

function Head<Row>({ column, sort, onSort }: PagedTableProps<Row> & { column: ListColumn<Row> }) {
  const { sort: by, header, numeric, width } = column;
  const sorted = by !== undefined && by === sort.by ? sort.order : null;
  const aria = { asc: 'ascending', desc: 'descending' } as const;
  return (
    <th
      scope="col"
      className={numeric === true ? 'numeric' : undefined}
      style={{ width }}
      aria-sort={sorted === null ? undefined : aria[sorted]}
    >
      {by === undefined ? (
        header
      ) : (
        <ButtonBase
          onClick={() => onSort({ by, order: sorted === 'asc' ? 'desc' : 'asc' })}
          sx={{ font: 'inherit', gap: 0.5, minHeight: 24, borderRadius: 0.5 }}
        >
          {header}
          {sorted !== null && <span aria-hidden="true">{sorted === 'asc' ? '↑' : '↓'}</span>}
        </ButtonBase>
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

function Rows<Row>(props: PagedTableProps<Row> & { view: View }) {
  const { label, total, rowAt, rowKey, renderNarrow, view, busy } = props;
  return (
    <Box
      component="ul"
      aria-label={label}
      aria-busy={busy}
      sx={{
        listStyle: 'none',
        m: 0,
        p: 0,
        '& > li': { borderBottom: 1, borderColor: 'divider', boxSizing: 'border-box' },
        '& > li.row': {
          height: NARROW_ROW_HEIGHT,
          display: 'flex',
          gap: 1,
          alignItems: 'center',
          px: 0.5,
        },
        '& .lines': { minWidth: 0, flex: 1, display: 'grid', gap: '2px' },
        '& .lines > div': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
        '& .second': { color: 'text.secondary', fontSize: '0.8125rem' },
      }}
    >
      {view.before > 0 && <li aria-hidden="true" style={{ height: view.before }} />}
      {indices(view).map((index) => {
        const row = rowAt(index);
        const lines = row === undefined ? null : renderNarrow(row);
        return (
          <li
            key={row === undefined ? index : rowKey(row)}
            className="row"
            aria-setsize={total}
            aria-posinset={index + 1}
          >
            <div className="lines">
              <div>{lines === null ? <Skeleton width="50%" /> : lines.first}</div>
              <div className="second">
                {lines === null ? <Skeleton width="30%" /> : lines.second}
              </div>
            </div>
            {lines?.end}
          </li>
        );
      })}
      {view.after > 0 && <li aria-hidden="true" style={{ height: view.after }} />}
    </Box>
  );
}
