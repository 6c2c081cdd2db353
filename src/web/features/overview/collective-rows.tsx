import Box from '@mui/material/Box';
import type { OverviewRow } from '../../../contract/console/overview.ts';
import { commandLabelWithValue, requestLabel } from '../../../domain/command-rules.ts';
import { formatCount, formatNumber } from '../../../domain/format.ts';
import { AppLink } from '../../components/app-link.tsx';
import { LinkButton } from '../../components/link-button.tsx';
import { OutcomeBar } from '../../components/status/outcome-bar.tsx';
import type { Column } from '../../components/table/column.ts';
import { Table } from '../../components/table/table.tsx';
import { RelativeTimeText } from '../../components/time-text.tsx';

function CollectiveName({ row }: { row: OverviewRow }) {
  return (
    <AppLink to="/collectives/$collectiveId" params={{ collectiveId: row.id }}>
      {row.name}
    </AppLink>
  );
}

function LastBatch({ batch }: { batch: NonNullable<OverviewRow['lastBatch']> }) {
  return (
    <>
      <AppLink to="/batches/$dispatchId" params={{ dispatchId: batch.id }}>
        {requestLabel(batch.items)}
      </AppLink>
      , <RelativeTimeText instant={batch.createdAt} />
    </>
  );
}

function DispatchLink({ row }: { row: OverviewRow }) {
  return (
    <LinkButton
      to="/collectives/$collectiveId"
      params={{ collectiveId: row.id }}
      search={{ dispatch: '1' }}
      aria-label={`Dispatch to ${row.name}`}
      sx={{ minHeight: 28 }}
    >
      Dispatch
    </LinkButton>
  );
}

const COLUMNS: readonly Column<OverviewRow>[] = [
  {
    key: 'name',
    header: 'Collective',
    width: '30%',
    cell: (row) => (
      <>
        <CollectiveName row={row} />{' '}
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {row.type}
        </Box>
      </>
    ),
  },
  {
    key: 'entities',
    header: 'Entities',
    width: '80px',
    numeric: true,
    cell: (row) => formatNumber(row.entities),
  },
  {
    key: 'last',
    header: 'Last batch',
    wraps: true,
    cell: (row) => (row.lastBatch === null ? 'none yet' : <LastBatch batch={row.lastBatch} />),
  },
  {
    key: 'outcome',
    header: 'Outcome',
    width: '20%',
    wraps: true,
    isEmpty: (row) => row.lastBatch === null,
    cell: (row) => row.lastBatch !== null && <OutcomeBar batch={row.lastBatch} />,
  },
  {
    key: 'next',
    header: 'Next plan',
    width: '15%',
    wraps: true,
    isEmpty: (row) => row.next === null,
    cell: (row) =>
      row.next !== null && (
        <>
          {commandLabelWithValue(row.next)}, <RelativeTimeText instant={row.next.triggerTime} />
        </>
      ),
  },
  {
    key: 'dispatch',
    header: 'Actions',
    width: '112px',
    wraps: true,
    cell: (row) => <DispatchLink row={row} />,
  },
];

interface CollectiveRowsProps {
  rows: readonly OverviewRow[];
  /** How many there are in all. */
  collectives: number;
}

/** Collectives with what happened last and what comes next. */
export function CollectiveRows({ rows, collectives }: CollectiveRowsProps) {
  return (
    <>
      <Table
        label="Collectives"
        columns={COLUMNS}
        rows={rows}
        rowKey={({ id }) => id}
        renderNarrow={(row) => ({
          first: <CollectiveName row={row} />,
          second:
            row.lastBatch === null ? (
              formatCount(row.entities, 'Entity', 'Entities')
            ) : (
              // A second link in so little room would be too near to the first one.
              <>
                {requestLabel(row.lastBatch.items)},{' '}
                <RelativeTimeText instant={row.lastBatch.createdAt} />
              </>
            ),
          end:
            row.lastBatch === null ? (
              <DispatchLink row={row} />
            ) : (
              <OutcomeBar batch={row.lastBatch} compact />
            ),
        })}
      />
      {collectives > rows.length && (
        <AppLink to="/collectives">All {formatNumber(collectives)} Collectives</AppLink>
      )}
    </>
  );
}
