import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { Fragment, useCallback, useEffect, useMemo, type ReactNode } from 'react';
import { MISSING } from '../../../domain/format.ts';
import { NARROW_ROW_HEIGHT, ROW_HEIGHT } from '../../theme/theme.ts';
import { cardStyle } from '../card.tsx';
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
import { RowTable } from './row-table.tsx';
import { useRowsInView, type RowView } from './use-rows-in-view.ts';

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
            columns={filled}
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

const PAPER = 'var(--mui-palette-background-paper)';
const SHADE = 'color-mix(in srgb, var(--mui-palette-text-primary) 22%, transparent)';

/** Shades the right edge while there is more to scroll; a cover hides the shade at the end. */
const edge = {
  backgroundImage: [
    `linear-gradient(to left, ${PAPER} 40%, transparent)`,
    `linear-gradient(to left, ${SHADE}, transparent)`,
  ].join(', '),
  backgroundPosition: 'right',
  backgroundSize: '28px 100%, 10px 100%',
  backgroundRepeat: 'no-repeat',
  backgroundAttachment: 'local, scroll',
} as const;

interface ScrollRegionProps {
  label: string;
  windowed: boolean;
  /** Whether the content is wider than the region. */
  wide: boolean;
  /** Whether it scrolls in its own box, with header and footer in view. */
  boxed: boolean;
  /** Whether the rows belong to an older filter. */
  busy: boolean;
  scrollRef: (element: HTMLElement | null) => void;
  children: ReactNode;
}

/** The card around a table; excess content scrolls inside, and the first column stays. */
function ScrollRegion(props: ScrollRegionProps) {
  const { label, windowed, wide, boxed, busy, scrollRef, children } = props;
  const scrolls = windowed || wide;
  return (
    <Box
      ref={scrollRef}
      component="section"
      aria-label={scrolls ? `${label}, scrolls` : undefined}
      tabIndex={scrolls ? 0 : undefined}
      data-wide={wide || undefined}
      sx={{
        ...cardStyle,
        // Keeps absolutely placed text for screen readers from widening the page.
        position: 'relative',
        // In a grid it would otherwise be as wide as its table.
        minWidth: 0,
        // If nothing scrolls, header and footer stick to the page itself: clipping creates no scroll area.
        overflow: boxed || wide ? 'auto' : 'clip',
        maxHeight: boxed ? 'max(320px, min(68vh, 900px))' : undefined,
        ...(wide && !busy ? edge : {}),
        // Tinted, not faded: faded text has too little contrast.
        ...(busy ? { bgcolor: 'background.default' } : {}),
      }}
    >
      {children}
    </Box>
  );
}

interface RowListProps<Row> extends PagedRows<Row> {
  label: string;
  rowKey: (row: Row) => string;
  columns: readonly Column<Row>[];
  view: RowView;
  windowed: boolean;
  busy: boolean;
  /** Height of a row of a long list, in px. */
  narrowHeight: number;
}

const NOT_READ = {
  name: <Skeleton width="50%" />,
  line: <Skeleton width="30%" />,
  more: null,
  end: null,
};

/** What a row says on a phone, from its columns. */
function phoneRow<Row>(columns: readonly Column<Row>[], row: Row) {
  const cells = (place: Column<Row>['phone']) =>
    columns
      .filter(({ phone, isEmpty }) => phone === place && isEmpty?.(row) !== true)
      .map(({ key, cell, phoneCell = cell }) => ({ key, content: phoneCell(row) }))
      .filter(({ content }) => content !== null && content !== '' && content !== MISSING);
  const more = cells('more');
  return {
    name: cells('name').map(({ key, content }) => <Fragment key={key}>{content}</Fragment>),
    line: cells('line').map(({ key, content }, at) => (
      <Fragment key={key}>
        {at > 0 && ' · '}
        {content}
      </Fragment>
    )),
    more: more.length === 0 ? null : more.map(({ key, content }) => <div key={key}>{content}</div>),
    end: cells('end').map(({ key, content }) => <Fragment key={key}>{content}</Fragment>),
  };
}

/** A lower row on a phone has one line for all further facts, in px. */
const NARROW_FACTS = 96;
const joined = {
  '& .third > div': { display: 'inline' },
  '& .third > div + div::before': { content: '" · "' },
  '& .fixed .third': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
} as const;

/** The rows in view as two-line items of a list, on a phone. */
function RowList<Row>(props: RowListProps<Row>) {
  const { label, total, rowAt, rowKey, columns, view, windowed, busy, narrowHeight } = props;
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
        '& > li:last-of-type': { borderBottom: 0 },
        '& > li.row': { display: 'flex', gap: 1, alignItems: 'center', px: 1.5 },
        '& > li.row.fixed': { height: narrowHeight },
        '& > li.row:not(.fixed)': { minHeight: NARROW_ROW_HEIGHT, py: 1 },
        '& .lines': { minWidth: 0, flex: 1, display: 'grid', gap: '2px' },
        '& .fixed .lines > div:not(.third)': {
          overflow: 'hidden',
          textOverflow: 'ellipsis',
          whiteSpace: 'nowrap',
        },
        ...(narrowHeight < NARROW_FACTS && joined),
        // Press targets are 24 px tall, even on a cut line.
        '& .lines > :first-of-type': { lineHeight: '24px' },
        '& .lines > :first-of-type a': { color: 'inherit', fontWeight: 500, paddingBlock: '4px' },
        '& .second, & .third': { color: 'text.secondary', fontSize: '0.8125rem' },
      }}
    >
      {view.before > 0 && <li aria-hidden="true" style={{ height: view.before }} />}
      {view.indices.map((index) => {
        const row = rowAt(index);
        const { name, line, more, end } = row === undefined ? NOT_READ : phoneRow(columns, row);
        return (
          <li
            key={row === undefined ? index : rowKey(row)}
            className={windowed ? 'row fixed' : 'row'}
            aria-setsize={total}
            aria-posinset={index + 1}
          >
            <div className="lines">
              <div>{name}</div>
              <div className="second">{line}</div>
              {more !== null && <div className="third">{more}</div>}
            </div>
            {end}
          </li>
        );
      })}
      {view.after > 0 && <li aria-hidden="true" style={{ height: view.after }} />}
    </Box>
  );
}
