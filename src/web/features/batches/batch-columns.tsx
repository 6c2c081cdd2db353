import { errorMessage, titledMessage } from '../../../domain/command-reason.ts';
import HistoryIcon from '@mui/icons-material/History';
import WarningAmberIcon from '@mui/icons-material/WarningAmber';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import type { BatchRow, BatchSummary, DispatchOutcome } from '../../../contract/console/batch.ts';
import { commandLabelWithValue } from '../../../domain/command-rules.ts';
import { canCancel, verificationVerdict } from '../../../domain/command-status.ts';
import { foreignLabel } from '../../../domain/foreign-label.ts';
import { MISSING, shortId } from '../../../domain/format.ts';
import { EntityLink } from '../../components/entity-name.tsx';
import { NameWithMarks } from '../../components/name-with-marks.tsx';
import type { Column } from '../../components/data-table/column.ts';
import { SortHeader } from '../../components/data-table/sort-header.tsx';
import { AlsoCommandedMark } from '../../components/status/also-commanded-mark.tsx';
import { OutcomeMark } from '../../components/status/outcome-mark.tsx';
import { VerdictMark } from '../../components/status/verdict-mark.tsx';
import { ClockText, CountdownText, ExactTimeText } from '../../components/time-text.tsx';
import { evidenceOf } from './batch-filter.ts';
import type { BatchSearch, SortKey } from './batch-search.ts';
import { EVIDENCE_LABELS, hasUnrequested } from './batch-labels.ts';

/** The name of a row's Entity; marked if it was not a known Entity of the Collective when sent. */
export function EntityName({ row }: { row: BatchRow }) {
  return (
    <NameWithMarks marks={row.alsoCommanded === true && <AlsoCommandedMark />}>
      <EntityLink id={row.entityId} name={row.entityName} type={row.entityType} />
    </NameWithMarks>
  );
}

/** The verification status, separate from the acknowledgement; an unknown one verbatim. */
export function VerificationText({ row }: { row: Pick<BatchRow, 'verification'> }) {
  const { verification } = row;
  switch (verificationVerdict(verification)) {
    case 'none':
      return MISSING;
    case 'pending':
      return 'Pending';
    case 'verified':
      return (
        <>
          Verified <ClockText instant={verification?.completedAt ?? null} />
        </>
      );
    case 'failed':
      return <TwoLines text={titledMessage(verification?.error ?? null) ?? 'Failed'} />;
    case 'unrecognised':
      return <RawChip text={verification?.status ?? 'Completed, without a result'} />;
  }
}

/** A value unknown to the interface, verbatim. */
function RawChip({ text }: { text: string }) {
  return (
    <Box
      component="span"
      sx={{ border: 1, borderColor: 'text.secondary', borderRadius: 0.75, px: 0.75 }}
    >
      <bdi>{foreignLabel(text)}</bdi>
    </Box>
  );
}

function LastChange({ row }: { row: BatchRow }) {
  if (row.lateChangeAt !== null) {
    return (
      <Box component="span" sx={{ color: 'var(--mui-palette-status-amber)', fontWeight: 600 }}>
        late <ClockText instant={row.lateChangeAt} />
      </Box>
    );
  }
  if (row.readError === null) return <ClockText instant={row.changedAt} />;
  return (
    <Tooltip
      describeChild
      title={row.settled ? row.readError : `The last reading failed: ${row.readError}`}
    >
      <Box component="span" tabIndex={0} sx={{ color: 'var(--mui-palette-status-amber)' }}>
        <WarningAmberIcon sx={{ fontSize: 15, verticalAlign: 'text-bottom' }} />
        <span className="visually-hidden">
          {row.settled ? 'no longer read' : 'not read'}
        </span> since{' '}
        <ClockText instant={row.observedAt} />
      </Box>
    </Tooltip>
  );
}

/** As much of a text as fits into a dense row; in full above the table and on hover. */
const TWO_LINES = {
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  whiteSpace: 'normal',
  fontSize: '0.75rem',
  lineHeight: 1.25,
} as const;

function TwoLines({ text }: { text: string }) {
  return (
    <Tooltip title={text} describeChild>
      <Box component="span" sx={TWO_LINES}>
        {' '}
        <bdi>{text}</bdi>
      </Box>
    </Tooltip>
  );
}

function ErrorMessage({ row }: { row: BatchRow }) {
  const message = errorMessage(row);
  return message === null ? MISSING : <TwoLines text={message} />;
}

/** The derived status of a row; without an accepted batch, the outcome of sending. */
export function RowStatus({ row, outcome }: { row: BatchRow; outcome: DispatchOutcome }) {
  return row.status === null && outcome !== 'accepted' ? (
    <OutcomeMark outcome={outcome} />
  ) : (
    <VerdictMark reported={row} />
  );
}

/** When a Command triggers, with a countdown. */
function PlannedTime({ row }: { row: BatchRow }) {
  return (
    <Box component="span" sx={{ display: 'grid', lineHeight: 1.25 }}>
      <ExactTimeText instant={row.triggerTime} />
      {canCancel(row.status) && (
        <Box component="span" sx={{ fontSize: '0.75rem', color: 'text.secondary' }}>
          <CountdownText instant={row.triggerTime} />
        </Box>
      )}
    </Box>
  );
}

/** Opens the history of a row's Command; an Entity without a Command has none. */
export function HistoryButton({ row, onOpen }: { row: BatchRow; onOpen: (id: string) => void }) {
  const { commandId } = row;
  if (commandId === null) return null;
  return (
    <IconButton
      size="small"
      aria-label={`History of ${row.entityName ?? shortId(row.entityId)}`}
      aria-haspopup="dialog"
      onClick={() => onOpen(commandId)}
    >
      <HistoryIcon sx={{ fontSize: 18 }} />
    </IconButton>
  );
}

interface Sorting {
  sort: SortKey | undefined;
  descending: boolean;
  onSearch: (change: Partial<BatchSearch>) => void;
}

/** The next order when a column header is pressed: ascending, descending, original. */
function nextSort(key: SortKey, { sort, descending }: Omit<Sorting, 'onSearch'>) {
  if (sort !== key) return { sort: key, dir: undefined };
  return descending ? { sort: undefined, dir: undefined } : { sort: key, dir: 'desc' as const };
}

/** The columns of the grid, all sortable. */
export function columnsFor(
  batch: Pick<BatchSummary, 'kind' | 'outcome' | 'items' | 'alsoCommanded' | 'verdictCounts'> & {
    checked: boolean;
  },
  sorting: Sorting,
): readonly Column<BatchRow>[] {
  const scheduled = batch.kind === 'schedule';
  const sortable = (key: SortKey, label: string) => {
    const direction = sorting.descending ? ('descending' as const) : ('ascending' as const);
    const sorted = sorting.sort === key ? direction : undefined;
    return {
      key,
      sorted,
      header: (
        <SortHeader sorted={sorted} onSort={() => sorting.onSearch(nextSort(key, sorting))}>
          {label}
        </SortHeader>
      ),
    };
  };
  const commandColumn: Column<BatchRow> = {
    ...sortable('command', 'Command'),
    width: '132px',
    cell: (row) => (row.type === null ? MISSING : commandLabelWithValue(row)),
  };
  const evidenceColumn: Column<BatchRow> = {
    key: 'evidence',
    header: 'Evidence',
    width: '92px',
    cell: (row) => {
      const evidence = evidenceOf(row);
      return evidence === null ? MISSING : EVIDENCE_LABELS[evidence];
    },
  };
  return [
    {
      ...sortable('entity', 'Entity'),
      // Space for the mark beside the name.
      width: (batch.alsoCommanded?.entities ?? 0) > 0 ? '27%' : '17%',
      cell: (row) => <EntityName row={row} />,
    },
    { ...sortable('type', 'Type'), width: '104px', cell: (row) => row.entityType ?? MISSING },
    ...(batch.items.length > 1 || hasUnrequested(batch) ? [commandColumn] : []),
    {
      ...sortable('status', 'Status'),
      width: batch.checked ? '176px' : '160px',
      cell: (row) => <RowStatus row={row} outcome={batch.outcome} />,
    },
    {
      ...sortable('verification', 'Verification'),
      width: '140px',
      cell: (row) => <VerificationText row={row} />,
    },
    {
      ...sortable('trigger', 'Trigger time'),
      width: scheduled ? '232px' : '84px',
      cell: (row) =>
        scheduled ? <PlannedTime row={row} /> : <ClockText instant={row.triggerTime} />,
    },
    { ...sortable('error', 'Error'), cell: (row) => <ErrorMessage row={row} /> },
    ...(batch.checked ? [evidenceColumn] : []),
    {
      ...sortable('change', 'Last change'),
      width: '104px',
      cell: (row) => <LastChange row={row} />,
    },
    {
      key: 'history',
      header: <span className="visually-hidden">History</span>,
      width: '52px',
      cell: (row) => (
        <HistoryButton row={row} onOpen={(command) => sorting.onSearch({ command })} />
      ),
    },
  ];
}
