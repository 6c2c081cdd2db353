import GroupAddIcon from '@mui/icons-material/GroupAddOutlined';
import HistoryIcon from '@mui/icons-material/History';
import WarningAmberIcon from '@mui/icons-material/WarningAmber';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import type { BatchRow, BatchSummary, DispatchOutcome } from '../../../contract/console/batch.ts';
import type { Evidence } from '../../../contract/console/resolution.ts';
import { errorMessage } from '../../../domain/command-reason.ts';
import { commandLabelWithValue } from '../../../domain/command-rules.ts';
import { MISSING, shortId, typeLabel } from '../../../domain/format.ts';
import { column, type Column } from '../../components/data-table/column.ts';
import { EntityLink } from '../../components/entity-name.tsx';
import { CutText } from '../../components/hint.tsx';
import { NameWithMarks, ShrinkingMark } from '../../components/name-with-marks.tsx';
import { OutcomeMark, VerdictMark } from '../../components/status/status-mark.tsx';
import { ClockText, ExactTimeText } from '../../components/time-text.tsx';

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

const EVIDENCE_LABELS = {
  landed: null,
  'not-found': 'not found',
  person: 'a person decides',
  unread: 'not read',
} as const satisfies Record<Evidence, string | null>;

/** The derived status of a row; without a Command, the outcome of sending and what a check found. */
function RowStatus({
  row,
  outcome,
  isOpen,
}: {
  row: BatchRow;
  outcome: DispatchOutcome;
  isOpen: boolean;
}) {
  if (row.status !== null) return <VerdictMark reported={row} />;
  if (outcome === 'sending' || outcome === 'refused' || outcome === 'waiting')
    return <OutcomeMark outcome={outcome} />;
  if (!isOpen) return <>No Command</>;
  const found = row.evidence && EVIDENCE_LABELS[row.evidence];
  return (
    <Box component="span" sx={{ display: 'grid', justifyItems: 'start' }}>
      <OutcomeMark outcome="unknown" />
      <Box component="span" sx={{ fontSize: '0.75rem', color: 'text.secondary' }}>
        {found}
      </Box>
    </Box>
  );
}

/** What the columns of the rows depend on. */
interface Columns {
  batch: Pick<BatchSummary, 'outcome' | 'alsoCommanded' | 'verdictCounts'> & {
    /** Whether Entities without a Command count as unknown. */
    isOpen: boolean;
  };
  /** Whether the rows are of several planned items. */
  several: boolean;
  /** Opens the history of the Command at a position. */
  onOpen: (position: number) => void;
}

/** The columns of the rows; what is the same for all of a batch has none. */
export function columnsFor({ batch, several, onOpen }: Columns): readonly Column<BatchRow>[] {
  const { outcome } = batch;
  const isOther = (batch.verdictCounts['unrequested'] ?? 0) > 0;
  return [
    {
      key: 'entity',
      sort: 'entity',
      header: 'Entity',
      // Space for the mark beside the name.
      width: (batch.alsoCommanded?.entities ?? 0) > 0 ? '32%' : '24%',
      cell: (row) => (
        <NameWithMarks marks={row.alsoCommanded && <AlsoCommandedMark />}>
          <EntityLink id={row.entityId} name={row.entityName} type={row.entityType} />
        </NameWithMarks>
      ),
      phone: 'name',
    },
    column('type', 'Type', { sort: 'type', width: '104px', phone: 'line' }, (row) =>
      row.entityType === null ? MISSING : typeLabel(row.entityType),
    ),
    ...(several || isOther
      ? [
          column('command', 'Command', { sort: 'command', width: '132px', phone: 'line' }, (row) =>
            row.type === null ? MISSING : commandLabelWithValue(row),
          ) satisfies Column<BatchRow>,
        ]
      : []),
    column('status', 'Status', { sort: 'status', width: '176px', phone: 'end' }, (row) => (
      <RowStatus row={row} outcome={outcome} isOpen={batch.isOpen} />
    )),
    ...(several
      ? [
          column(
            'trigger',
            'Trigger time',
            { sort: 'trigger', width: '232px', phone: 'line' },
            (row) => <ExactTimeText instant={row.triggerTime} />,
          ) satisfies Column<BatchRow>,
        ]
      : []),
    {
      key: 'error',
      sort: 'error',
      header: 'Error',
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
    column('change', 'Last change', { sort: 'change', width: '104px' }, (row) => (
      <LastChange row={row} />
    )),
    column(
      'history',
      <span className="visually-hidden">History</span>,
      { width: '52px', phone: 'end' },
      ({ position, entityName, entityId }) =>
        position !== null && (
          <IconButton
            className="no-print"
            aria-label={`History of ${entityName ?? shortId(entityId)}`}
            aria-haspopup="dialog"
            onClick={() => onOpen(position)}
          >
            <HistoryIcon sx={{ fontSize: 18 }} />
          </IconButton>
        ),
    ),
  ];
}

/** Marks an Entity that got a Command without being a known Entity of the Collective when sent. */
function AlsoCommandedMark() {
  return (
    <ShrinkingMark
      icon={GroupAddIcon}
      hint="Also commanded: named in the Service’s answer; not a known Entity of the Collective when sent."
      color="var(--mui-palette-status-amber)"
    >
      also commanded
    </ShrinkingMark>
  );
}
