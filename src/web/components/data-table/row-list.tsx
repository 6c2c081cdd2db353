import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { Fragment } from 'react';
import { MISSING } from '../../../domain/format.ts';
import { NARROW_ROW_HEIGHT } from '../../theme/theme.ts';
import type { Column, PagedRows } from './column.ts';
import type { RowView } from './use-rows-in-view.ts';

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

/** The rows in view as two-line items of a list, on a phone. */
export function RowList<Row>(props: RowListProps<Row>) {
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
