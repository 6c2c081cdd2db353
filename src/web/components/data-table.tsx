import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { NARROW_ROW_HEIGHT, ROW_HEIGHT } from '../theme/theme.ts';
import { cellStyles } from './table-styles.ts';
import { useNarrow } from './use-narrow.ts';
import { useRowWindow } from './use-row-window.ts';

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
  /** How the rows are sorted by this column, if they are. */
  sorted?: 'ascending' | 'descending' | undefined;
}

/** What a row shows on a phone: two lines, and an item at the right. */
interface NarrowRow {
  first: ReactNode;
  second: ReactNode;
  end?: ReactNode;
}

type FooterRow = Readonly<Record<string, ReactNode>>;

interface DataTableProps<Row> {
  /** Accessible name of the table. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  renderNarrow: (row: Row) => NarrowRow;
  /** Footer cells by column key, or several rows of them; they stay in view. */
  footer?: FooterRow | readonly FooterRow[];
  /** Below this width in px the table scrolls sideways, and announces it. */
  minWidth?: number;
  /** The footer on a phone. */
  narrowFooter?: ReactNode;
}

/** A table of up to this width in px fits the page on a common screen. */
const FITS_WIDTH = 1020;

/** Up to this many rows are rendered at once; more as they scroll into view. */
const WINDOWED_ABOVE = 100;

/** Dense rows of facts: a table, or a list of two-line rows on a phone. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const narrow = useNarrow();
  const windowed = props.rows.length > WINDOWED_ABOVE;
  return narrow ? (
    <RowList {...props} windowed={windowed} />
  ) : (
    <RowTable {...props} windowed={windowed} />
  );
}

interface DrawnProps<Row> extends DataTableProps<Row> {
  windowed: boolean;
}

function RowTable<Row>(props: DrawnProps<Row>) {
  const { label, columns, rows, rowKey, footer, windowed, minWidth } = props;
  const { scrollRef, before, after, first, end } = useRowWindow(rows.length, ROW_HEIGHT, windowed);
  return (
    <ScrollRegion
      label={label}
      windowed={windowed}
      wide={minWidth !== undefined}
      boxed={windowed || (minWidth ?? 0) > FITS_WIDTH}
      scrollRef={scrollRef}
    >
      <Box
        component="table"
        aria-label={label}
        aria-rowcount={rows.length + 1}
        sx={{ ...cellStyles, minWidth }}
      >
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                aria-sort={column.sorted}
                className={column.numeric === true ? 'numeric' : undefined}
                style={{ width: column.width }}
              >
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {before > 0 && <Spacer height={before} columns={columns.length} />}
          {rows.slice(first, end).map((row, at) => (
            <tr key={rowKey(row)} aria-rowindex={first + at + 2}>
              {columns.map((column) => (
                <td key={column.key} className={cellClass(column, !windowed)}>
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
          {after > 0 && <Spacer height={after} columns={columns.length} />}
        </tbody>
        {footer !== undefined && (
          <tfoot>
            {[footer].flat().map((cells, at) => (
              <tr key={at}>
                {columns.map((column) => (
                  <td key={column.key} className={column.numeric === true ? 'numeric' : undefined}>
                    {cells[column.key]}
                  </td>
                ))}
              </tr>
            ))}
          </tfoot>
        )}
      </Box>
    </ScrollRegion>
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

function RowList<Row>({
  label,
  rows,
  rowKey,
  renderNarrow,
  narrowFooter,
  windowed,
}: DrawnProps<Row>) {
  const { scrollRef, before, after, first, end } = useRowWindow(
    rows.length,
    NARROW_ROW_HEIGHT,
    windowed,
  );
  return (
    <>
      <ScrollRegion label={label} windowed={windowed} boxed={windowed} scrollRef={scrollRef}>
        <Box
          component="ul"
          aria-label={label}
          sx={{
            listStyle: 'none',
            m: 0,
            p: 0,
            '& > li': { borderBottom: 1, borderColor: 'divider', boxSizing: 'border-box' },
            '& > li.row': { display: 'flex', gap: 1, alignItems: 'center', px: 0.5 },
            '& > li.row.fixed': { height: NARROW_ROW_HEIGHT },
            '& > li.row:not(.fixed)': { minHeight: NARROW_ROW_HEIGHT, py: 1 },
            '& .lines': { minWidth: 0, flex: 1, display: 'grid', gap: '2px' },
            '& .fixed .lines > div': {
              overflow: 'hidden',
              textOverflow: 'ellipsis',
              whiteSpace: 'nowrap',
            },
            '& .second': { color: 'text.secondary', fontSize: '0.8125rem' },
          }}
        >
          {before > 0 && <li aria-hidden="true" style={{ height: before }} />}
          {rows.slice(first, end).map((row, at) => {
            const lines = renderNarrow(row);
            return (
              <li
                key={rowKey(row)}
                className={windowed ? 'row fixed' : 'row'}
                aria-setsize={rows.length}
                aria-posinset={first + at + 1}
              >
                <div className="lines">
                  <div>{lines.first}</div>
                  <div className="second">{lines.second}</div>
                </div>
                {lines.end}
              </li>
            );
          })}
          {after > 0 && <li aria-hidden="true" style={{ height: after }} />}
        </Box>
      </ScrollRegion>
      {narrowFooter}
    </>
  );
}

interface ScrollRegionProps {
  label: string;
  windowed: boolean;
  /** Whether the content may be wider than the page. */
  wide?: boolean;
  /** Whether it scrolls in its own box, in which header and footer stay in view. */
  boxed: boolean;
  scrollRef: (element: HTMLElement | null) => void;
  children: ReactNode;
}

function ScrollRegion(props: ScrollRegionProps) {
  const { label, windowed, wide = false, boxed, scrollRef, children } = props;
  const scrolls = windowed || wide;
  return (
    <Box
      ref={scrollRef}
      component="section"
      aria-label={scrolls ? `${label}, scrolls` : undefined}
      tabIndex={scrolls ? 0 : undefined}
      sx={{
        borderTop: 1,
        borderColor: 'divider',
        // If nothing scrolls, header and footer stick to the page itself.
        overflow: boxed ? 'auto' : { xs: wide ? 'auto' : 'visible', lg: 'visible' },
        maxHeight: boxed ? 'max(320px, min(68vh, 900px))' : undefined,
        borderBottom: boxed ? 1 : 0,
        borderBottomColor: 'divider',
      }}
    >
      {children}
    </Box>
  );
}
