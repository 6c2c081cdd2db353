import HistoryIcon from '@mui/icons-material/History';
import WarningAmberIcon from '@mui/icons-material/WarningAmber';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import type { BatchRow, BatchSummary, DispatchOutcome } from '../../../contract/console/batch.ts';
import { errorMessage, titledMessage } from '../../../domain/command-reason.ts';
import { commandLabelWithValue } from '../../../domain/command-rules.ts';
import { canCancel, verificationVerdict } from '../../../domain/command-status.ts';
import { foreignLabel } from '../../../domain/foreign-label.ts';
import { MISSING, shortId, typeLabel } from '../../../domain/format.ts';
import type { Column } from '../../components/data-table/column.ts';
import { SortHeader } from '../../components/data-table/sort-header.tsx';
import { EntityLink } from '../../components/entity-name.tsx';
import { CutText } from '../../components/hint.tsx';
import { NameWithMarks } from '../../components/name-with-marks.tsx';
import { AlsoCommandedMark } from '../../components/status/also-commanded-mark.tsx';
import { OutcomeMark } from '../../components/status/outcome-mark.tsx';
import { VerdictMark } from '../../components/status/verdict-mark.tsx';
import { ClockText, CountdownText, ExactTimeText } from '../../components/time-text.tsx';
import { hasUnrequested } from './batch-labels.ts';
import type { BatchSearch, SortKey } from './batch-search.ts';

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
      return <CutText lines={2}>{titledMessage(verification?.error ?? null) ?? 'Failed'}</CutText>;
    case 'unrecognised':
      return (
        <Box
          component="span"
          sx={{ border: 1, borderColor: 'text.secondary', borderRadius: 0.75, px: 0.75 }}
        >
          <bdi>{foreignLabel(verification?.status ?? 'Completed, without a result')}</bdi>
        </Box>
      );
  }
}

function LastChange({ row }: { row: BatchRow }) {
  const amber = 'var(--mui-palette-status-amber)';
  if (row.lateChangeAt !== null) {
    return (
      <Box component="span" sx={{ color: amber, fontWeight: 600 }}>
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
      <Box component="span" tabIndex={0} sx={{ color: amber }}>
        <WarningAmberIcon sx={{ fontSize: 15, verticalAlign: 'text-bottom' }} />
        <span className="visually-hidden">
          {row.settled ? 'no longer read' : 'not read'}
        </span> since{' '}
        <ClockText instant={row.observedAt} />
      </Box>
    </Tooltip>
  );
}

/** The derived status of a row; without an accepted batch, the outcome of sending. */
function RowStatus({ row, outcome }: { row: BatchRow; outcome: DispatchOutcome }) {
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

/** The columns of the rows; what is the same for all of a batch has none. */
export function columnsFor(
  batch: Pick<BatchSummary, 'outcome' | 'items' | 'alsoCommanded' | 'verdictCounts'>,
  sorting: Sorting,
): readonly Column<BatchRow>[] {
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
    phone: 'line',
  };
  const triggerColumn: Column<BatchRow> = {
    ...sortable('trigger', 'Trigger time'),
    width: '232px',
    cell: (row) => <PlannedTime row={row} />,
    phone: 'line',
    phoneCell: (row) => <ExactTimeText instant={row.triggerTime} />,
  };
  const several = batch.items.length > 1;
  return [
    {
      ...sortable('entity', 'Entity'),
      // Space for the mark beside the name.
      width: (batch.alsoCommanded?.entities ?? 0) > 0 ? '27%' : '17%',
      cell: (row) => (
        <NameWithMarks marks={row.alsoCommanded === true && <AlsoCommandedMark />}>
          <EntityLink id={row.entityId} name={row.entityName} type={row.entityType} />
        </NameWithMarks>
      ),
      phone: 'name',
    },
    {
      ...sortable('type', 'Type'),
      width: '104px',
      cell: (row) => (row.entityType === null ? MISSING : typeLabel(row.entityType)),
      phone: 'line',
    },
    ...(several || hasUnrequested(batch) ? [commandColumn] : []),
    {
      ...sortable('status', 'Status'),
      width: '176px',
      cell: (row) => <RowStatus row={row} outcome={batch.outcome} />,
      phone: 'end',
    },
    {
      key: 'verification',
      header: 'Verification',
      width: '140px',
      cell: (row) => <VerificationText row={row} />,
    },
    ...(several ? [triggerColumn] : []),
    {
      ...sortable('error', 'Error'),
      cell: (row) => {
        const message = errorMessage(row);
        return message === null ? MISSING : <CutText lines={2}>{message}</CutText>;
      },
      phone: 'line',
      phoneCell: (row) => {
        const message = errorMessage(row);
        return message === null ? null : <bdi>{message}</bdi>;
      },
    },
    {
      ...sortable('change', 'Last change'),
      width: '104px',
      cell: (row) => <LastChange row={row} />,
    },
    {
      key: 'history',
      header: <span className="visually-hidden">History</span>,
      width: '52px',
      cell: ({ commandId, entityName, entityId }) =>
        commandId !== null && (
          <IconButton
            size="small"
            aria-label={`History of ${entityName ?? shortId(entityId)}`}
            aria-haspopup="dialog"
            onClick={() => sorting.onSearch({ command: commandId })}
          >
            <HistoryIcon sx={{ fontSize: 18 }} />
          </IconButton>
        ),
      phone: 'end',
    },
  ];
}
