import Tooltip from '@mui/material/Tooltip';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type {
  BulkChange,
  BulkItem,
  BulkItemFilter,
  BulkRun,
} from '../../../contract/console/bulk.ts';
import { MISSING, shortId } from '../../../domain/format.ts';
import { isGoingOn } from '../../api/bulk-runs.ts';
import { useCapacityUnit } from '../../api/session.ts';
import { TextLink } from '../../components/app-link.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { EntityLink } from '../../components/entity-name.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { ReadBlock } from '../../components/read-block.tsx';
import type { Column } from '../../components/data-table/column.ts';
import { DataTable } from '../../components/data-table/data-table.tsx';
import { StatusMark } from '../../components/status/status-mark.tsx';
import { ClockText } from '../../components/time-text.tsx';
import { readingLabel, stateLabel, valueLabel } from './bulk-labels.ts';
import { BULK_ITEMS_PER_PAGE, bulkItems } from './bulk-queries.ts';
import { ITEM_LOOKS } from './item-looks.ts';
import { itemMessage } from './item-message.ts';
import { CutText } from '../../components/hint.tsx';

/** Maximum number of pages read at a time, however far the operator scrolls. */
const PAGES_AT_ONCE = 4;
/** Height of rows with two lines of text, in px. */
const ROW_HEIGHT = 48;

function Mark({ change, item }: { change: BulkChange; item: BulkItem }) {
  return <StatusMark label={stateLabel(change, item.state)} {...ITEM_LOOKS[item.state]} />;
}

function Message({ message }: { message: string | null }) {
  if (message === null) return MISSING;
  return <CutText lines={2}>{message}</CutText>;
}

function Request({ id }: { id: string | null }) {
  if (id === null) return MISSING;
  return (
    <Tooltip title={id}>
      <TextLink
        to="/offboarding"
        search={{ request: id }}
        sx={{ display: 'inline-block', lineHeight: '24px' }}
      >
        {shortId(id)}
      </TextLink>
    </Tooltip>
  );
}

function valueColumns(unit: string): readonly Column<BulkItem>[] {
  return [
    {
      key: 'before',
      header: 'Before',
      width: '80px',
      cell: (item) => readingLabel(item.before, unit),
    },
    {
      key: 'wanted',
      header: 'Wanted',
      width: '80px',
      cell: (item) => valueLabel(item.wanted, unit),
    },
  ];
}

const REQUEST_COLUMN: Column<BulkItem> = {
  key: 'request',
  header: 'Request',
  width: '104px',
  cell: (item) => <Request id={item.requestId} />,
};

function columnsFor(change: BulkChange, unit: string): readonly Column<BulkItem>[] {
  return [
    {
      key: 'entity',
      header: 'Entity',
      width: '22%',
      cell: (item) => (
        <EntityLink id={item.entityId} name={item.entityName} type={item.entityType} />
      ),
    },
    {
      key: 'state',
      header: 'Result',
      width: '184px',
      cell: (item) => <Mark change={change} item={item} />,
    },
    ...(change.kind === 'offboarding' ? [REQUEST_COLUMN] : valueColumns(unit)),
    {
      key: 'message',
      header: 'Message',
      cell: (item) => <Message message={itemMessage(item, change, unit)} />,
    },
    { key: 'at', header: 'At', width: '84px', cell: (item) => <ClockText instant={item.at} /> },
  ];
}

interface RunItemsProps {
  run: BulkRun;
  state: BulkItemFilter | undefined;
}

/** The Entities of a run with their results; pages are read as they come into view. */
export function RunItems({ run, state }: RunItemsProps) {
  const unit = useCapacityUnit();
  const goingOn = isGoingOn(run);
  const [view, setView] = useState({ first: 0, end: 0 });
  const onWindow = useCallback((first: number, end: number) => setView({ first, end }), []);
  const start = useQuery(bulkItems(run.id, state, 0, goingOn));
  const from = Math.floor(view.first / BULK_ITEMS_PER_PAGE);
  const to = Math.floor(Math.max(view.first, view.end - 1) / BULK_ITEMS_PER_PAGE);
  const pages = Array.from(
    { length: Math.min(to - from + 1, PAGES_AT_ONCE) },
    (_, at) => from + at,
  ).filter((page) => page > 0);
  const more = useQueries({
    queries: pages.map((page) => bulkItems(run.id, state, page, goingOn)),
  });
  const read = new Map<number, readonly BulkItem[]>();
  if (start.data !== undefined) read.set(0, start.data.items);
  for (const [at, page] of pages.entries()) {
    const found = more[at]?.data;
    if (found !== undefined) read.set(page, found.items);
  }
  const error = start.error ?? more.find((page) => page.error !== null)?.error ?? null;
  const retry = () => {
    void start.refetch();
    for (const page of more) void page.refetch();
  };
  if (start.data === undefined) {
    return (
      <ReadBlock
        read={{ error, isFetching: start.isFetching, refetch: retry }}
        what="the Entities of this change"
      />
    );
  }
  if (start.data.total === 0) return <EmptyState title="No Entity has this result." />;
  return (
    <>
      {error !== null && (
        <ErrorPanel
          what="Some rows could not be read again"
          error={error}
          onRetry={retry}
          retrying={start.isFetching}
        />
      )}
      <DataTable
        key={state ?? 'all'}
        label="Results"
        columns={columnsFor(run.change, unit)}
        rows={{
          total: start.data.total,
          rowAt: (index) =>
            read.get(Math.floor(index / BULK_ITEMS_PER_PAGE))?.[index % BULK_ITEMS_PER_PAGE],
        }}
        rowKey={(item) => item.entityId}
        onWindow={onWindow}
        rowHeight={ROW_HEIGHT}
        busy={start.isPlaceholderData}
        sort={{ by: 'position', order: 'asc' }}
        onSort={() => {}}
        renderNarrow={(item) => ({
          first: <EntityLink id={item.entityId} name={item.entityName} type={item.entityType} />,
          second:
            run.change.kind === 'offboarding' ? (
              <>
                {itemMessage(item, run.change, unit)} <Request id={item.requestId} />
              </>
            ) : (
              (itemMessage(item, run.change, unit) ??
              `${readingLabel(item.before, unit)} → ${valueLabel(item.wanted, unit)}`)
            ),
          end: <Mark change={run.change} item={item} />,
        })}
      />
    </>
  );
}
