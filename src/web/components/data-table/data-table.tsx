import { useCallback, useEffect, useMemo, type ReactNode } from 'react';
import { NARROW_ROW_HEIGHT, ROW_HEIGHT } from '../../theme/theme.ts';
import { useNarrow } from '../use-narrow.ts';
import { useOnPaper } from '../use-on-paper.ts';
import { useWidth } from '../use-width.ts';
import {
  filledColumns,
  leastWidth,
  pagedRows,
  type Column,
  type FooterRow,
  type PagedRows,
  type SortOrder,
} from './column.ts';
import { RowList } from './row-list.tsx';
import { RowTable } from './row-table.tsx';
import { ScrollRegion } from './scroll-region.tsx';
import { useRowsInView } from './use-rows-in-view.ts';

interface DataTableProps<Row> {
  /** Accessible name of the table. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[] | PagedRows<Row>;
  rowKey: (row: Row) => string;
  sort?: SortOrder;
  onSort?: (sort: SortOrder) => void;
  /** Called with the range of rendered rows: the first, and the one after the last. */
  onWindow?: (first: number, end: number) => void;
  /** Height of a row in px, except on a phone. */
  rowHeight?: number | undefined;
  /** The same on a phone, if its rows have more than two lines. */
  narrowHeight?: number;
  /** Whether the rows shown belong to an older filter. */
  busy?: boolean;
  /** One or more rows that stay in view. */
  footer?: FooterRow | readonly FooterRow[];
  /** The footer on a phone. */
  narrowFooter?: ReactNode;
  /** Below this width in px the table scrolls sideways, and announces it; absent: computed from its columns. */
  minWidth?: number;
  /** Whether it may scroll sideways on a common screen rather than cut the names. */
  mayBeWide?: boolean;
}

/** A table of up to this width in px fits the page on a common screen. */
const FITS_WIDTH = 1020;

/** Up to this many rows are rendered at once; more as they scroll into view. */
const WINDOWED_ABOVE = 100;

/** Dense rows of facts, any number of them: a table, or a list on a phone. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowHeight = ROW_HEIGHT, onWindow, footer } = props;
  const { busy = false, narrowFooter, narrowHeight = NARROW_ROW_HEIGHT, ...rest } = props;
  // Paper does not scroll: it has a table with all rows, whatever its width.
  const onPaper = useOnPaper();
  const narrow = useNarrow() && !onPaper;
  const paged = pagedRows(rows);
  const windowed = paged.total > WINDOWED_ABOVE && !onPaper;
  const height = narrow ? narrowHeight : rowHeight;
  const { scrollRef, ...view } = useRowsInView(paged.total, height, windowed);
  const [first = 0] = view.indices;
  const end = (view.indices.at(-1) ?? -1) + 1;
  useEffect(() => onWindow?.(first, end), [onWindow, first, end]);
  const [region, width] = useWidth();
  const filled = useMemo(() => filledColumns(columns, rows), [columns, rows]);
  const shown = useMemo(() => filled.map(({ key }) => key), [filled]);
  const drawn = { ...rest, ...paged, view, windowed, busy };
  const minWidth =
    props.minWidth ?? leastWidth(filled, props.mayBeWide === true ? Infinity : undefined);
  const wide = !narrow && !onPaper && width < minWidth;
  return (
    <>
      <ScrollRegion
        label={label}
        windowed={windowed}
        wide={wide}
        boxed={windowed || (wide && minWidth > FITS_WIDTH)}
        busy={busy}
        scrollRef={useCallback(
          (element: HTMLElement | null) => {
            scrollRef(element);
            region(element);
          },
          [scrollRef, region],
        )}
      >
        {narrow ? (
          <RowList {...drawn} columns={columns} narrowHeight={narrowHeight} />
        ) : (
          <RowTable
            {...drawn}
            columns={columns}
            shown={shown}
            minWidth={minWidth}
            footer={[footer ?? []].flat()}
            height={height}
          />
        )}
      </ScrollRegion>
      {narrow && narrowFooter}
    </>
  );
}
