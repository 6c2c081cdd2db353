import ArrowDownwardIcon from '@mui/icons-material/ArrowDownward';
import ArrowUpwardIcon from '@mui/icons-material/ArrowUpward';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Skeleton from '@mui/material/Skeleton';
import {
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type Header,
} from '@tanstack/react-table';
import { useMemo, type ReactNode } from 'react';
import { ROW_HEIGHT } from '../../theme/theme.ts';
import { CutTip } from '../hint.tsx';
import {
  columnWidths,
  type Column,
  type FooterRow,
  type PagedRows,
  type SortOrder,
} from './column.ts';
import type { RowView } from './use-rows-in-view.ts';

/** Style of all tables: one rule for many plain cells is cheaper than a styled component for each. */
const cellStyles = {
  width: '100%',
  borderCollapse: 'separate',
  borderSpacing: 0,
  tableLayout: 'fixed',
  fontSize: '0.8125rem',
  fontVariantNumeric: 'tabular-nums',
  '& th, & td': {
    height: ROW_HEIGHT,
    boxSizing: 'border-box',
    padding: '0 10px',
    textAlign: 'left',
    borderBottom: '1px solid var(--mui-palette-divider)',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '& th:first-of-type, & td:first-of-type': { paddingLeft: '14px' },
  '& th:last-of-type, & td:last-of-type': { paddingRight: '14px' },
  '& tbody:last-child tr:last-of-type td': { borderBottom: 0 },
  // Names are read and opened most: their links look like text until hovered.
  '& tbody a': { color: 'inherit', fontWeight: 500 },
  // Above the footer: when a table enters or leaves the view, its total slides under the headings.
  '& th': {
    position: 'sticky',
    top: 0,
    zIndex: 2,
    background: 'var(--mui-palette-background-paper)',
    color: 'text.secondary',
    fontWeight: 500,
    fontSize: '0.75rem',
    lineHeight: 1.25,
    height: 32,
    whiteSpace: 'normal',
    // Labels do not break inside words; a table with long words needs a minimum width.
    overflowWrap: 'normal',
    verticalAlign: 'middle',
    paddingBlock: '6px',
  },
  '& .numeric': { textAlign: 'right' },
  '& .wraps': {
    whiteSpace: 'normal',
    lineHeight: 1.35,
    paddingTop: '3px',
    paddingBottom: '3px',
  },
  '& tbody tr:hover td': { background: 'var(--mui-palette-action-hover)' },
  // Invisible: a visible one would count as layout shift when it grows.
  '& .spacer': { visibility: 'hidden' },
  '& .spacer td': { padding: 0, border: 0 },
  // The footer sticks as a whole, so that its rows do not cover each other.
  '& tfoot': { position: 'sticky', bottom: 0, zIndex: 1 },
  '& tfoot td': {
    fontWeight: 600,
    borderTop: '1px solid var(--mui-palette-text-secondary)',
    borderBottom: 0,
    background: 'var(--mui-palette-background-paper)',
  },
  // A table wider than its card keeps its first column while the rest scrolls.
  '[data-wide] & th:first-of-type, [data-wide] & td:first-of-type': {
    position: 'sticky',
    left: 0,
    zIndex: 1,
    background: 'var(--mui-palette-background-paper)',
    // Only while scrolled; browsers without scroll timelines show no edge.
    animation: 'table-edge linear both',
    animationTimeline: 'scroll(nearest inline)',
  },
  '[data-wide] & th:first-of-type': { zIndex: 3 },
} as const;

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

/** A row at its place in the list; undefined: not read yet. */
interface PlacedRow<Row> {
  index: number;
  row: Row | undefined;
}

const features = tableFeatures({ rowSortingFeature });
type Features = typeof features;

const SORTED = { asc: 'ascending', desc: 'descending' } as const;

/** The rows in view as a table. */
export function RowTable<Row>(props: RowTableProps<Row>) {
  const { label, columns, total, rowAt, rowKey, footer, view, windowed, height } = props;
  const { sort, onSort } = props;
  const data = useMemo(
    () => view.indices.map((index): PlacedRow<Row> => ({ index, row: rowAt(index) })),
    [view.indices, rowAt],
  );
  const definitions = useMemo(
    () =>
      columns.map((column): ColumnDef<Features, PlacedRow<Row>> => ({
        id: column.key,
        // A column without a value is not sorted.
        accessorFn: ({ row }) => row,
        header: () => column.header,
        enableSorting: column.sort !== undefined,
      })),
    [columns],
  );
  const by = columns.find((column) => column.sort !== undefined && column.sort === sort?.by);
  const table = useTable({
    features,
    columns: definitions,
    data,
    getRowId: ({ index, row }) => (row === undefined ? String(index) : rowKey(row)),
    manualSorting: true,
    enableSorting: onSort !== undefined,
    enableSortingRemoval: false,
    sortDescFirst: false,
    state: {
      sorting: by === undefined ? [] : [{ id: by.key, desc: sort?.order === 'desc' }],
    },
    onSortingChange: (update) => {
      const [next] = typeof update === 'function' ? update(table.state.sorting) : update;
      const column = columns.find(({ key }) => key === next?.id);
      if (next !== undefined && column?.sort !== undefined) {
        onSort?.({ by: column.sort, order: next.desc ? 'desc' : 'asc' });
      }
    },
  });
  const widths = columnWidths(columns);
  return (
    <Box
      component="table"
      aria-label={label}
      aria-rowcount={total + 1}
      aria-busy={props.busy}
      sx={{ ...cellStyles, minWidth: props.minWidth, '& tbody td': { height } }}
    >
      <thead>
        {table.getHeaderGroups().map(({ id, headers }) => (
          <CutTip key={id} cells>
            <tr aria-rowindex={1}>
              {headers.map((header, at) => (
                <Head key={header.id} header={header} column={columns[at]} width={widths[at]} />
              ))}
            </tr>
          </CutTip>
        ))}
      </thead>
      <tbody>
        {view.before > 0 && <Spacer height={view.before} columns={columns.length} />}
        {table.getRowModel().rows.map(({ id, original: { index, row } }) => (
          <BodyRow key={id} row={row} index={index} columns={columns} mayWrap={!windowed} />
        ))}
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

interface HeadProps<Row> {
  header: Header<Features, PlacedRow<Row>>;
  column: Column<Row> | undefined;
  width: string | undefined;
}

function Head<Row>({ header: { column: state }, column, width }: HeadProps<Row>) {
  const order = state.getIsSorted();
  const sorted = order === false ? undefined : SORTED[order];
  return (
    <th
      scope="col"
      className={column?.numeric === true ? 'numeric' : undefined}
      style={{ width }}
      aria-sort={sorted}
    >
      {state.getCanSort() ? (
        <SortHeader sorted={sorted} onSort={() => state.toggleSorting()}>
          {column?.header}
        </SortHeader>
      ) : (
        column?.header
      )}
    </th>
  );
}

interface SortHeaderProps {
  children: ReactNode;
  /** The current order of the table by this column, or undefined. */
  sorted: 'ascending' | 'descending' | undefined;
  onSort: () => void;
}

/** The header of a sortable column; the header cell itself announces the order. */
function SortHeader({ children, sorted, onSort }: SortHeaderProps) {
  const Icon = sorted === 'descending' ? ArrowDownwardIcon : ArrowUpwardIcon;
  return (
    <ButtonBase
      onClick={onSort}
      sx={{
        font: 'inherit',
        color: sorted === undefined ? 'inherit' : 'text.primary',
        minHeight: 24,
        gap: 0.25,
        textAlign: 'left',
        // Above numbers the arrow is before the label, which is right-aligned with them.
        '.numeric &': { flexDirection: 'row-reverse', textAlign: 'right' },
        '& svg': { fontSize: 13, opacity: sorted === undefined ? 0 : 1 },
        '&:hover svg, &:focus-visible svg': { opacity: 1 },
      }}
    >
      {children}
      <Icon />
    </ButtonBase>
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

function Spacer({ height, columns }: { height: number; columns: number }) {
  return (
    <tr aria-hidden="true" className="spacer">
      <td colSpan={columns} style={{ height }}>
        &nbsp;
      </td>
    </tr>
  );
}
